"""Who is answered: this machine's browser, from our page, with its secret; all others are refused."""

from __future__ import annotations

import http.client
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from prancha.cli import command_line
from prancha.studio.studio_server import StudioServer
from tests.unit.studio.conftest import Studio


def test_the_token_is_traded_for_a_cookie_that_no_script_reads(shared: Studio) -> None:
    status, headers, body = shared.send(f"/?token={shared.token}", Cookie="")
    assert status == 200
    assert b"/app/main.js" in body
    cookie = headers["Set-Cookie"]
    assert cookie.startswith(f"prancha-{shared.port}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert shared.token not in cookie
    assert shared.send("/api/start", Cookie=cookie.partition(";")[0])[0] == 200


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=x", "/api/start", "/api/events", "/app/main.js"])
def test_nothing_is_answered_without_the_token(shared: Studio, path: str) -> None:
    status, _, body = shared.send(path, Cookie="")
    assert status == 401
    assert body == b"open the address that prancha studio printed\n"


def test_the_token_opens_the_page_alone(shared: Studio) -> None:
    assert shared.send(f"/api/start?token={shared.token}", Cookie="")[0] == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{port}", ""]
)
def test_another_host_is_refused_whatever_address_its_name_leads_to(shared: Studio, host: str) -> None:
    status, _, body = shared.send(f"/?token={shared.token}", Host=host.format(port=shared.port))
    assert status in (400, 403)
    assert b"main.js" not in body
    assert shared.send("/api/start", Host=host.format(port=shared.port))[0] in (400, 403)


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "LOCALHOST:{port}"])
def test_our_own_names_are_answered(shared: Studio, host: str) -> None:
    assert shared.send("/api/start", Host=host.format(port=shared.port))[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
def test_another_origin_is_refused(shared: Studio, origin: str) -> None:
    assert shared.send("/api/start", Origin=origin)[0] == 403
    assert shared.send(f"/?token={shared.token}", Origin=origin)[0] == 403
    assert shared.send("/api/events", Origin=origin)[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_begins_is_refused_but_a_link_with_the_token(shared: Studio, site: str) -> None:
    assert shared.send("/api/start", Sec_Fetch_Site=site)[0] == 403
    assert shared.send("/", Sec_Fetch_Site=site)[0] == 403
    assert shared.send(f"/?token={shared.token}", Sec_Fetch_Site=site, Cookie="")[0] == 200


@pytest.mark.parametrize("path", ["/", "/api/start", "/nowhere", "/api/game/0000000000000000/en"])
def test_every_answer_has_the_headers_that_keep_it_here(shared: Studio, path: str) -> None:
    headers = shared.send(path)[1]
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Python" not in headers["Server"]


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/app/../server.py",
        "/app/%2e%2e/server.py",
        "/app/..%2fserver.py",
        "/app/..",
        "/app/%2fetc%2fpasswd",
        "//etc/passwd",
        "/app/main.js%00",
        "/app/.",
        "/app/none.js",
        "/etc/passwd",
        "/face/../../../etc/passwd",
        "/app/main.js/",
        "/app/server.py",
        "/%61pp/main.js",
        "/app\\main.js",
    ],
)
def test_no_path_leads_out_of_what_is_listed(shared: Studio, path: str) -> None:
    status, _, body = shared.send(path)
    assert status in (400, 404)
    assert b"root:" not in body
    assert b"import" not in body


@pytest.mark.parametrize(
    "path",
    [
        "/api/game/0000000000000000/en",
        "/face/{game}/en/0000000000000000/front/4",
        "/face/{game}/xx/{item}/front/4",
        "/face/{game}/en/{item}/front/5",
        "/face/{game}/en/{item}/front/99",
        "/face/{game}/en/{item}/left/4",
        "/tile/{game}/en/{item}/front/64/999/0",
        "/face/{game}/en/{single}/back/4",
    ],
)
def test_what_is_not_there_is_not_found(shared: Studio, path: str) -> None:
    game = shared.get("/api/start")["games"][0]["id"]
    families = shared.get(f"/api/game/{game}/en")["families"]
    item, single = families[0]["items"][0]["t"], families[1]["items"][0]["t"]
    assert shared.send(path.format(game=game, item=item, single=single))[0] == 404


@pytest.mark.parametrize("path", ["/api/kit", "/api/nothing", "/api/start"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"X_Prancha": ""}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Cookie": ""}, 401),
    ],
)
def test_what_changes_something_is_asked_by_our_page_alone(
    shared: Studio, path: str, headers: dict[str, str], status: int
) -> None:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    assert shared.send(path, "POST", b"{}", **given)[0] == status


def test_ten_megabytes_are_refused_before_they_are_read(shared: Studio) -> None:
    status, _, body = shared.send("/api/kit", "POST", None, Content_Length=str(10_000_000))
    assert (status, body) == (413, b"at most 64000 bytes are read\n")
    assert shared.send("/api/kit", "POST", None, Content_Length="")[0] == 411
    assert shared.send("/api/kit", "POST", None, Content_Length="1" * 400)[0] == 413
    assert shared.send("/api/kit", "POST", b"[1]")[0] in (400, 404)
    assert shared.send("/api/start")[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT"])
def test_other_methods_are_none(shared: Studio, method: str) -> None:
    assert shared.send("/api/start", method)[0] == 501


@pytest.mark.slow
def test_a_thousand_listeners_are_too_many_and_the_page_is_still_answered() -> None:
    server = StudioServer(0)
    server.begin()
    port, cookie = server.server_address[1], server.guard.cookie.partition(";")[0]
    request = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode()
    with ExitStack() as stack:
        first = []
        for number in range(1000):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            one.sendall(request)
            if number < 30:
                first.append(one.recv(12))
        assert first[:24] == [b"HTTP/1.1 200"] * 24
        assert set(first[24:]) == {b"HTTP/1.1 503"}
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/")
            assert connection.getresponse().status == 401
            break
        except (OSError, http.client.HTTPException):
            server.events.publish("again", {})  # who writes to a listener that went finds out
            time.sleep(0.1)
    else:
        pytest.fail("the server answers no more")
    server.shutdown()
    server.server_close()


def test_two_studios_do_not_take_each_other_s_cookie(shared: Studio) -> None:
    other = StudioServer(0)
    assert other.guard.cookie.partition("=")[0] != shared.cookie.partition("=")[0]
    other.server_close()


def test_it_listens_on_this_machine_alone(shared: Studio) -> None:
    assert shared.server.server_address[0] == "127.0.0.1"


def test_an_empty_folder_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = []
    monkeypatch.setattr("prancha.studio.studio_server.run_studio", lambda order, say: orders.append(order))
    command = ["studio", "--no-open", "--project", str(tmp_path)]
    assert command_line.main([*command, "--read-only"]) == 0
    assert "no game here yet" in (said := capsys.readouterr().err)
    assert "prancha new NAME" in said
    assert command_line.main(command) == 0
    assert command_line.main([*command, "--edit", "fox"]) == 0
    assert capsys.readouterr().err == ""
    # Games begin, and are added to, where the page may write.
    assert [(order.edit, order.begin is not None) for order in orders] == [
        (False, False),
        (True, True),
        (True, True),
    ]


def test_the_folder_of_another_user_is_read_only_unless_edit_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = []
    monkeypatch.setattr("prancha.studio.studio_server.run_studio", lambda order, say: orders.append(order))
    monkeypatch.setattr("prancha.cli.studio.os.getuid", lambda: 12345678)
    command = ["studio", "--no-open", "--project", str(tmp_path)]
    other = "the folder is another user's: add --edit, or in another terminal"
    for options, said in (([], other), (["--edit"], "")):
        assert command_line.main([*command, *options]) == 0
        assert said in (err := capsys.readouterr().err)
        assert bool(said) == bool(err)
    assert [order.edit for order in orders] == [False, True]
    assert [order.begin is not None for order in orders] == [False, True]

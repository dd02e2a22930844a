"""What each address of the studio answers; every name in one is a token, a number or one of a few words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from prancha.model.diagnostic import Failure
from prancha.model.game import Game
from prancha.studio import build_calls, edits, page_values
from prancha.studio.edits import EDITABLE, Editor, read_item, read_steps, read_value
from prancha.studio.guard import Answer, RefusalError, token
from prancha.studio.kits import BadOrderError, Inventories, arguments, page_picture
from prancha.studio.page_values import Earlier, findings_json, read_difference, snapshot_page
from prancha.studio.session import Session
from prancha.system.words import language_of, languages, words

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
LARGEST = 64_000
"""Bytes of what the page may send."""
DENSITIES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
"""Pixels per mm that pictures are drawn with."""


Post = Callable[[Mapping[str, Any]], Any]


class Answers:
    """Answers the requests that the guard let through."""

    def __init__(self, session: Session, settings: Mapping[str, Any], earlier: Earlier | None = None) -> None:
        """`settings` are what the page is told of the command; `earlier` has the snapshots."""
        self._session, self._settings, self._earlier = session, settings, earlier
        self._editor = Editor(session.project)
        self._inventories = Inventories(session.project)
        folder = files("prancha.studio") / "page"
        self._page = {
            one.name: (one.read_bytes(), TYPES[one.name.rpartition(".")[2]])
            for one in folder.iterdir()
            if one.name.rpartition(".")[2] in TYPES
        }
        self._gets: tuple[tuple[str, Callable[..., Answer]], ...] = (
            (r"/app/([a-z-]+\.[a-z]+)", self._file),
            (r"/api/start", self._start),
            (r"/api/words/([A-Za-z0-9-]{1,35})", _words),
            (r"/api/game/([0-9a-f]{16})/([A-Za-z0-9-]{1,35})", self._game),
            (r"/face/([0-9a-f]{16})/([A-Za-z0-9-]{1,35})/([0-9a-f]{16})/(front|back)/(\d{1,2})", self._face),
            (
                r"/tile/([0-9a-f]{16})/([A-Za-z0-9-]{1,35})/([0-9a-f]{16})/(front|back)/(\d{1,2})/(\d{1,3})/(\d{1,3})",
                self._face,
            ),
            (r"/api/kit/([0-9a-f]{16})", lambda name: _json(session.kits.find(name).state())),
            (r"/api/cells/([0-9a-f]{16})/([A-Za-z0-9-]{1,35})/([0-9a-f]{16})", self._cells),
            (r"/api/written/([0-9a-f]{16})/([0-9a-f]{16})", self._written),
            (r"/api/notes/([0-9a-f]{16})", self._notes),
            (r"/api/stats/([0-9a-f]{16})/([A-Za-z0-9-]{1,35})", self._statistics),
            (r"/api/inventory/([0-9a-f]{16})/([A-Za-z0-9-]{1,35})/([a-z0-9-]{1,35})", self._inventory),
            (r"/api/snapshots/([0-9a-f]{16})", self._snapshots),
            (r"/api/diff/([0-9a-f]{16})/(\d{1,3})", self._difference),
            (
                r"/old/([0-9a-f]{16})/(\d{1,3})/([A-Za-z0-9-]{1,35})/([0-9a-f]{16})/(front|back)/(\d{1,2})",
                self._old_face,
            ),
            (
                r"/old/([0-9a-f]{16})/(\d{1,3})/([A-Za-z0-9-]{1,35})/([0-9a-f]{16})/(front|back)/(\d{1,2})/(\d{1,3})/(\d{1,3})",
                self._old_face,
            ),
            (r"/pdf/([0-9a-f]{16})/(\d)", self._pdf),
            (r"/page/([0-9a-f]{16})/(\d)/(\d{1,4})/(\d{1,2})", self._page_of),
            (r"/page/([0-9a-f]{16})/(\d)/(\d{1,4})/(\d{1,2})/(\d{1,3})/(\d{1,3})", self._page_of),
        )
        self._posts: dict[str, Post] = {
            "/api/kit": self._kit,
            "/api/notes": self._keep_notes,
            **({"/api/edit": self._edit, "/api/undo": self._undo} if settings["edit"] else {}),
            "/api/cross": lambda asked: page_values.cross_fields(self._asked_game(asked), asked),
            "/api/draw": lambda asked: page_values.draw_odds(self._asked_game(asked), asked),
            "/api/which": self._count_order,
            "/api/kit/stop": lambda asked: session.kits.stop(_text(asked, "kit")),
        }

    def get(self, path: str) -> Answer:
        """Answer a GET of `path`, which is as it was sent; raises RefusalError."""
        if path == "/":
            return self._file("index.html")
        for pattern, answer in self._gets:
            found = re.fullmatch(pattern, path, re.ASCII)
            if found:
                return self._tried(partial(answer, *found.groups()))
        raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing here")

    def post(self, path: str, body: bytes) -> Answer:
        """Do what the page asks; raises RefusalError."""
        act = self._posts.get(path)
        if act is None:
            raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing here")
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "this is not JSON") from None
        if not isinstance(asked, dict):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "an object was expected")
        return self._tried(lambda: _json(self._session.jobs.ask(partial(act, asked))))

    def _tried(self, answer: Callable[[], Answer]) -> Answer:
        try:
            return answer()
        except LookupError:
            raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing of this name") from None
        except BadOrderError as problem:
            raise RefusalError(HTTPStatus.BAD_REQUEST, str(problem)) from None
        except Failure as failure:
            told = {"findings": findings_json(failure.diagnostics)}
            return _json(told, HTTPStatus.UNPROCESSABLE_ENTITY)

    def _file(self, name: str) -> Answer:
        return Answer(*self._page[name])

    def _start(self) -> Answer:
        games, lost = self._session.jobs.ask(lambda: (self._session.games, self._session.lost))
        endings = EDITABLE if self._settings["edit"] else ()
        return _json({**self._settings, "games": games, "edit": endings, "lost": findings_json(lost)})

    def _game(self, game: str, lang: str) -> Answer:
        state = self._session.jobs.ask(lambda: self._session.view(game).state(lang))
        return _json(state)

    def _face(self, game: str, lang: str, item: str, side: Any, density: str, *tile: str) -> Answer:
        if int(density) not in DENSITIES:
            raise LookupError(density)
        at = (int(tile[0]), int(tile[1])) if tile else None

        def drawn() -> bytes:
            page, _ = self._session.view(game).picture(lang, item, side)
            return page_picture(page, 0, int(density), at)

        return Answer(self._session.jobs.ask(drawn), "image/bmp")

    def _cells(self, game: str, lang: str, item: str) -> Answer:
        return _json(self._session.jobs.ask(lambda: self._session.view(game).cells(lang, item)))

    def _written(self, game: str, item: str) -> Answer:
        return _json(self._session.jobs.ask(lambda: self._session.view(game).borrowed_places(item)))

    def _kit(self, asked: Mapping[str, Any]) -> Any:
        game = self._session.view(_text(asked, "game")).name
        order = asked.get("order")
        if not isinstance(order, dict):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "order: an object was expected")
        return self._session.kits.begin(game, order, looked_at=asked.get("look") is True)

    def _count_order(self, asked: Mapping[str, Any]) -> Any:
        """Return the designs and pieces that an order means; raises Failure for unknown names."""
        game = self._asked_game(asked)
        given = arguments(game.id, {name: asked.get(name, "") for name in ("only", "items")})
        words = {name: value.split(",") for name, value in zip(given[2::2], given[3::2], strict=True)}
        designs, pieces = build_calls.count_chosen(game, words.get("--only", ()), words.get("--items", ()))
        return {"designs": designs, "pieces": pieces}

    def _inventory(self, game: str, lang: str, paper: str) -> Answer:
        view = self._session.view(game)
        if lang not in _readable(view.game).languages or paper not in (
            self._settings.get("papers") or ("a4",)
        ):
            raise LookupError(f"{lang}, {paper}")
        return _json(self._inventories.count(view.name, lang, paper))

    def _snapshots(self, game: str) -> Answer:
        name = self._session.view(game).name
        return _json(list(self._earlier.names(name)) if self._earlier else [])

    def _difference(self, game: str, number: str) -> Answer:
        if self._earlier is None:
            raise LookupError(number)
        earlier, name = self._earlier, self._session.view(game).name
        snapshot = earlier.names(name)[int(number)]
        found = read_difference(self._session.project, name, snapshot)

        def more() -> dict[str, Any]:
            earlier.forget()
            keys = earlier.keys(name, snapshot)
            return {"sizes": earlier.sizes(name, snapshot), "tokens": {key: token(key) for key in keys}}

        return _json({**found, **self._session.jobs.ask(more)})

    def _old_face(
        self, game: str, number: str, lang: str, item: str, side: Any, density: str, *tile: str
    ) -> Answer:
        if int(density) not in DENSITIES or self._earlier is None:
            raise LookupError(density)
        earlier, name = self._earlier, self._session.view(game).name
        at = (int(tile[0]), int(tile[1])) if tile else None

        def drawn() -> bytes:
            return page_picture(
                snapshot_page(earlier, name, number=int(number), item=item, lang=lang, side=side),
                0,
                int(density),
                at,
            )

        return Answer(self._session.jobs.ask(drawn), "image/bmp")

    def _statistics(self, game: str, lang: str) -> Answer:
        def counted() -> Any:
            return page_values.statistics(_readable(self._session.view(game).game), lang)

        return _json(self._session.jobs.ask(counted))

    def _asked_game(self, asked: Mapping[str, Any]) -> Game:
        return _readable(self._session.view(_text(asked, "game")).game)

    def _notes(self, game: str) -> Answer:
        return _json(self._session.jobs.ask(lambda: self._session.view(game).notes()))

    def _keep_notes(self, asked: Mapping[str, Any]) -> Any:
        given = asked.get("notes")
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "notes: a list of texts was expected")
        if len(given) > edits.MOST_NOTES or any(len(one) > edits.LONGEST_NOTE for one in given):
            message = f"notes: at most {edits.MOST_NOTES} of {edits.LONGEST_NOTE} characters are kept"
            raise RefusalError(HTTPStatus.BAD_REQUEST, message)
        return self._session.view(_text(asked, "game")).keep_notes(_text(asked, "item"), given)

    def _edit(self, asked: Mapping[str, Any]) -> Any:
        game = self._session.view(_text(asked, "game")).name
        old, new = read_value(asked, "old"), read_value(asked, "new")
        self._editor.change(game, read_item(asked), read_steps(asked), old, new)
        return {"undo": self._editor.count}

    def _undo(self, _: Mapping[str, Any]) -> Any:
        self._editor.undo()
        return {"undo": self._editor.count}

    def _pdf(self, name: str, number: str) -> Answer:
        return Answer(self._session.kits.find(name).pdf(int(number)), "application/pdf")

    def _page_of(self, name: str, number: str, page: str, density: str, *tile: str) -> Answer:
        if int(density) not in DENSITIES:
            raise LookupError(density)
        path = self._session.kits.find(name).files[int(number)]
        at = (int(tile[0]), int(tile[1])) if tile else None
        return Answer(
            self._session.jobs.ask(lambda: page_picture(path, int(page), int(density), at)), "image/bmp"
        )


def _text(asked: Mapping[str, Any], name: str) -> str:
    """Return a text of a request; raises LookupError for anything else."""
    value = asked.get(name)
    if not isinstance(value, str):
        raise LookupError(name)
    return value


def _readable(game: Game | None) -> Game:
    """Return a game that could be read; raises LookupError for None."""
    if game is None:
        raise LookupError("game")
    return game


def _words(lang: str) -> Answer:
    """Return the words of the page in the language that serves `lang`, and all languages."""
    names = {tag: words(tag, "studio")["language_name"] for tag in languages()}
    tag = language_of(lang)
    return _json({"language": tag, "languages": names, "words": dict(words(tag, "studio"))})


def _json(value: Any, status: HTTPStatus = HTTPStatus.OK) -> Answer:
    return Answer(json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace"), status=status)

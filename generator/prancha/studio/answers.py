"""Answers to the addresses of the studio, in which names are tokens, numbers or one of a few words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from prancha.building.selection import choose_families, choose_items
from prancha.model.diagnostic import Failure
from prancha.model.game import Game
from prancha.studio import edits, page_values
from prancha.studio.beginning_process import ADDITIONS, QUESTIONS, BeginningProcess
from prancha.studio.book_view import BookDesk
from prancha.studio.command_words import (
    chosen_names,
    list_targets,
    shop_words,
    snapshot_name,
)
from prancha.studio.edits import (
    EDITABLE,
    ColourRequest,
    CopyRequest,
    Editor,
    EditRequest,
    KnownCard,
    MoveRequest,
)
from prancha.studio.game_view import GameView
from prancha.studio.guard import Answer, RefusalError, token
from prancha.studio.kits import check_for_shop, count_kit, page_picture, read_difference, store_snapshot
from prancha.studio.layout_desk import LayoutChange, LayoutDesk
from prancha.studio.page_values import Earlier, findings_json, snapshot_page
from prancha.studio.play_tests import PlayTest, keep_play_test, read_play_tests
from prancha.studio.session import Session
from prancha.system.words import language_of, languages, words

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
DENSITIES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
"""Pixels per mm that pictures are drawn with."""


_ID, _LANG = "([0-9a-f]{16})", "([A-Za-z0-9-]{1,35})"


class Answers:
    """Answers the requests that the guard let through."""

    def __init__(
        self,
        session: Session,
        settings: Mapping[str, Any],
        earlier: Earlier | None = None,
        beginning: BeginningProcess | None = None,
    ) -> None:
        """Answer for `session`; `settings` are for the page, of the command; `earlier` has the snapshots.

        `beginning` begins games and adds to them; it is None where nothing is written.
        """
        self._beginning = beginning
        self._session, self._settings, self._earlier = session, settings, earlier
        self._project = session.project
        self._editor = Editor(session.project)
        self._book = BookDesk()
        self._desk = LayoutDesk(session.project, may_edit=bool(settings["edit"]))
        folder = files("prancha.studio") / "page"
        self._page = {
            one.name: (one.read_bytes(), TYPES[one.name.rpartition(".")[2]])
            for one in folder.iterdir()
            if one.name.rpartition(".")[2] in TYPES
        }
        game, face = rf"{_ID}/{_LANG}", rf"{_LANG}/{_ID}/(front|back)/(\d{{1,2}})"
        tile = r"/(\d{1,3})/(\d{1,3})"
        # These ask the thread that owns the games; those of `_gets` are answered by any thread.
        self._drawn: dict[str, Callable[..., Answer]] = {
            "/api/start": self._start,
            f"/api/game/{game}": lambda game, lang: _json(session.view(game).state(lang)),
            f"/face/{_ID}/{face}": self._face,
            f"/tile/{_ID}/{face}{tile}": self._face,
            rf"/api/table/{game}/(\d{{1,2}})/(\d{{1,10}})": lambda game, lang, players, seed: _json(
                session.view(game).laid_table(lang, int(players), int(seed))
            ),
            f"/api/play-tests/{_ID}": lambda game: _json(
                read_play_tests(session.project, session.view(game).name)
            ),
            f"/api/layout/{game}/{_ID}/(front|back)": lambda game, *side: _json(
                self._desk.objects(session.view(game), *side)
            ),
            rf"/trial/{_ID}/(\d{{1,2}})(?:{tile})?": lambda name, density, *tile: _picture(
                self._desk.trial(name), 0, _pixels(density), *tile
            ),
            f"/api/writing/{_ID}/{_ID}": lambda game, item: _json(session.view(game).writing(item)),
            f"/api/notes/{_ID}": lambda game: _json(session.view(game).notes()),
            f"/api/book/{game}": lambda game, lang: _json(self._book.state(session.view(game), lang)),
            rf"/book/{game}/(\d{{1,4}})/(\d{{1,2}})(?:{tile})?": self._book_page,
            f"/api/stats/{game}": lambda game, lang: _json(
                page_values.statistics(_readable(session.view(game).game), lang)
            ),
            rf"/old/{_ID}/(\d{{1,3}})/{face}(?:{tile})?": self._old_face,
            rf"/page/{_ID}/(\d)/(\d{{1,4}})/(\d{{1,2}})(?:{tile})?": self._page_of,
        }
        self._gets: dict[str, Callable[..., Answer]] = {
            r"/app/([a-z-]+\.[a-z]+)": self._file,
            f"/api/words/{_LANG}": _words,
            f"/api/kit/{_ID}": lambda name: _json(session.kits.find(name).state()),
            "/api/targets": lambda: _json(list_targets()),
            rf"/api/inventory/{game}/([a-z0-9-]{{1,35}})": self._inventory,
            f"/api/snapshots/{_ID}": lambda game: _json(
                list(earlier.names(session.view(game).name) if earlier else ())
            ),
            rf"/api/diff/{_ID}/(\d{{1,3}})": self._difference,
            rf"/pdf/{_ID}/(\d)": lambda name, number: Answer(
                session.kits.find(name).pdf(int(number)), "application/pdf"
            ),
        }
        self._posts: dict[str, Callable[[Mapping[str, Any]], Any]] = {
            "/api/kit": self._kit,
            "/api/export": self._export,
            "/api/notes": self._keep_notes,
            "/api/play-tests": lambda asked: keep_play_test(
                session.project,
                session.view(_text(asked, "game")).name,
                msgspec.convert(_object(asked, "play"), PlayTest),
            ),
            "/api/cross": lambda asked: page_values.cross_fields(self._asked_game(asked), asked),
            "/api/draw": lambda asked: page_values.draw_odds(self._asked_game(asked), asked),
            "/api/which": self._count_order,
            "/api/kit/stop": lambda asked: session.kits.stop(_text(asked, "kit")),
        }
        # These wait for another process; the games are looked at meanwhile.
        self._waiting_posts: dict[str, Callable[[Mapping[str, Any]], Any]] = {"/api/shop": self._check_shop}
        if beginning is not None:
            self._drawn[r"/begin/(faces-\d{1,6})/(\d{1,2})/(\d{1,2})"] = self._first_face
            self._waiting_posts |= {
                f"/api/begin/{what}": partial(self._begin, beginning, what)
                for what in (QUESTIONS if session.takes_new_games else QUESTIONS[:1])
            }
            if settings["edit"]:
                self._waiting_posts |= {
                    f"/api/add/{what}": partial(self._add, beginning, what) for what in ADDITIONS
                }
        if settings["edit"]:
            self._waiting_posts["/api/snapshot"] = self._snapshot
            self._posts |= {
                "/api/edit": partial(self._edit, self._editor.change, EditRequest),
                "/api/card/copy": partial(self._edit, self._editor.copy, CopyRequest),
                "/api/card/delete": partial(self._edit, self._editor.delete, KnownCard),
                "/api/card/move": partial(self._edit, self._editor.move, MoveRequest),
                "/api/colour": partial(self._edit, self._editor.colour, ColourRequest),
                "/api/undo": lambda _: self._undo(),
                "/api/layout": lambda asked: self._desk.change(*self._layout_change(asked)),
                "/api/layout/try": lambda asked: self._desk.try_change(*self._layout_change(asked)),
                "/api/layout/undo": lambda _: self._desk.undo(),
                "/api/layout/redo": lambda _: self._desk.redo(),
            }

    def answer(self, path: str, body: bytes | None) -> Answer:
        """Answer a GET of `path`, which is as it was sent, or with a `body` a POST; raises RefusalError."""
        if body is not None:
            return self._post(path, body)
        if path == "/":
            return self._file("index.html")
        for pattern, answer in {**self._gets, **self._drawn}.items():
            if found := re.fullmatch(pattern, path, re.ASCII):
                call = partial(answer, *found.groups())
                return self._tried(partial(self._session.jobs.ask, call) if pattern in self._drawn else call)
        raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing here")

    def _post(self, path: str, body: bytes) -> Answer:
        if path not in self._posts and path not in self._waiting_posts:
            raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing here")
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "this is not JSON") from None
        if not isinstance(asked, dict):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "an object was expected")
        if path in self._waiting_posts:
            return self._tried(lambda: _json(self._waiting_posts[path](asked)))
        return self._tried(lambda: _json(self._session.jobs.ask(partial(self._posts[path], asked))))

    def _tried(self, answer: Callable[[], Answer]) -> Answer:
        try:
            return answer()
        except (LookupError, msgspec.ValidationError):
            raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing of this name") from None
        except Failure as failure:
            told = {"findings": findings_json(failure.diagnostics)}
            return _json(told, HTTPStatus.UNPROCESSABLE_ENTITY)

    def _file(self, name: str) -> Answer:
        return Answer(*self._page[name])

    def _start(self) -> Answer:
        endings = EDITABLE if self._settings["edit"] else ()
        lost = findings_json(self._session.lost)
        games, begins = self._session.games, self._beginning is not None and self._session.takes_new_games
        return _json({**self._settings, "games": games, "edit": endings, "lost": lost, "begin": begins})

    def _begin(self, beginning: BeginningProcess, what: str, asked: Mapping[str, Any]) -> Any:
        """Return what is asked of a game that begins, or what `failed`; one that was made is there at once.

        A list with mistakes is no fault of the request: the browser has nothing to complain of.
        """
        try:
            told = beginning.ask(what, asked)
        except Failure as failure:
            return {"failed": findings_json(failure.diagnostics)}
        if what == "make":
            self._session.jobs.ask(self._session.look_for_games)
            told["game"] = token(told["game"])
        return told

    def _add(self, beginning: BeginningProcess, what: str, asked: Mapping[str, Any]) -> Any:
        """Add to a game; a picture is kept only if its name can be written as the value that is asked for."""
        game, jobs, project = self._session.view(_text(asked, "game")).name, self._session.jobs, self._project
        kind = asked.get("kind", "")
        edit = {**_object(asked, "edit"), "game": asked["game"]} if what == "picture" else {}
        more = {key: asked.get(key, "") for key in ("family", "size")} if what == "size" else {}
        head = [] if what == "picture" else [project / "components" / game / "game.yaml"]
        if what == "size":
            drawings = (project / "templates" / game).glob("*.svg")
            head = [*(project / "components" / game).glob("*.yaml"), *drawings]
        before = jobs.ask(partial(self._editor.contents, head))
        told = beginning.ask(what, {"game": game, "kind": kind, "batch": asked.get("batch", ""), **more})
        added, is_named = [project / file for file in told["files"]], False
        if what == "picture" and edit.get("old") != told["name"]:
            with ExitStack() as copied:
                for path in added:
                    copied.callback(path.unlink, missing_ok=True)
                jobs.ask(partial(self._posts["/api/edit"], {**edit, "new": told["name"]}))
                copied.pop_all()
            is_named = True
        undo = jobs.ask(partial(self._editor.note_added, before, added, with_last=is_named))
        jobs.ask(self._session.look_for_games)
        return {**told, **undo}

    def _first_face(self, name: str, page: str, density: str) -> Answer:
        assert self._beginning is not None
        path = self._beginning.folder / f"{name}.pdf"
        if not path.is_file():
            raise LookupError(name)
        return _picture(path, int(page), _pixels(density))

    def _face(self, game: str, lang: str, item: str, side: Any, density: str, *tile: str) -> Answer:
        at = [int(one) for one in tile]
        return Answer(self._session.view(game).picture(lang, item, side, _pixels(density), *at), "image/bmp")

    def _book_page(self, game: str, lang: str, page: str, density: str, *tile: str | None) -> Answer:
        at = [int(one) for one in tile if one is not None]
        picture = self._book.picture(self._session.view(game), lang, int(page), _pixels(density), *at)
        return Answer(picture, "image/bmp")

    def _kit(self, asked: Mapping[str, Any]) -> Any:
        game = self._session.view(_text(asked, "game")).name
        return self._session.kits.begin(game, _object(asked, "order"), looked_at=asked.get("look") is True)

    def _export(self, asked: Mapping[str, Any]) -> Any:
        return self._session.kits.export(self._session.view(_text(asked, "game")).name, asked)

    def _check_shop(self, asked: Mapping[str, Any]) -> Any:
        """Return what a print shop would object to in a game."""
        game = self._session.view(_text(asked, "game")).name
        return {"findings": findings_json(check_for_shop(self._project, game, shop_words(asked)))}

    def _snapshot(self, asked: Mapping[str, Any]) -> Any:
        """Store a game as it is; returns the names of its snapshots."""
        game, jobs, name = (
            self._session.view(_text(asked, "game")).name,
            self._session.jobs,
            snapshot_name(asked),
        )
        file = self._project / "components" / game / ".snapshots" / f"{name}.json"
        before = jobs.ask(partial(self._editor.contents, [file]))
        told = store_snapshot(self._project, game, name)
        undo = jobs.ask(partial(self._editor.note_added, before, ()))
        jobs.ask(self._earlier.forget if self._earlier is not None else tuple)
        names = list(self._earlier.names(game)) if self._earlier is not None else []
        return {"told": told, "names": names, **undo}

    def _undo(self) -> Any:
        """Undo the last edit or addition; a snapshot may have gone or be another one then."""
        left = self._editor.undo()
        if self._earlier is not None:
            self._earlier.forget()
        return left

    def _count_order(self, asked: Mapping[str, Any]) -> Any:
        """Return the designs and pieces that an order means; raises Failure for unknown names."""
        game = self._asked_game(asked)
        only, items = chosen_names(asked)
        some = choose_items(choose_families(game, only), items)
        found = [item.copies for family in some.families for item in family.items]
        return {"designs": len(found), "pieces": sum(found)}

    def _inventory(self, game: str, lang: str, paper: str) -> Answer:
        view = self._session.view(game)
        if lang not in _readable(view.game).languages or paper not in (
            self._settings.get("papers") or ("a4",)
        ):
            raise LookupError(f"{lang}, {paper}")
        return _json(count_kit(self._project, view.name, lang, paper))

    def _difference(self, game: str, number: str) -> Answer:
        if self._earlier is None:
            raise LookupError(number)
        earlier, name = self._earlier, self._session.view(game).name
        snapshot = earlier.names(name)[int(number)]
        found = read_difference(self._project, name, snapshot)

        def more() -> dict[str, Any]:
            earlier.forget()
            keys = earlier.keys(name, snapshot)
            return {"sizes": earlier.sizes(name, snapshot), "tokens": {key: token(key) for key in keys}}

        return _json({**found, **self._session.jobs.ask(more)})

    def _old_face(self, game: str, number: str, lang: str, item: str, side: Any, *size: str) -> Answer:
        pixels = _pixels(size[0])
        if self._earlier is None:
            raise LookupError(number)
        name = self._session.view(game).name
        page = snapshot_page(self._earlier, name, number=int(number), item=item, lang=lang, side=side)
        return _picture(page, 0, pixels, *size[1:])

    def _asked_game(self, asked: Mapping[str, Any]) -> Game:
        return _readable(self._session.view(_text(asked, "game")).game)

    def _keep_notes(self, asked: Mapping[str, Any]) -> Any:
        given = asked.get("notes")
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "notes: a list of texts was expected")
        if len(given) > edits.MOST_NOTES or any(len(one) > edits.LONGEST_NOTE for one in given):
            message = f"notes: at most {edits.MOST_NOTES} of {edits.LONGEST_NOTE} characters are kept"
            raise RefusalError(HTTPStatus.BAD_REQUEST, message)
        return self._session.view(_text(asked, "game")).keep_notes(_text(asked, "item"), given)

    def _edit(self, change: Callable[[str, Any], Any], kind: type[Any], asked: Mapping[str, Any]) -> Any:
        game = self._session.view(_text(asked, "game")).name
        return change(game, msgspec.convert(asked, kind))

    def _layout_change(self, asked: Mapping[str, Any]) -> tuple[GameView, LayoutChange]:
        """Return the game and the change that is asked for."""
        return self._session.view(_text(asked, "game")), msgspec.convert(asked, LayoutChange)

    def _page_of(self, name: str, number: str, page: str, density: str, *tile: str) -> Answer:
        pixels = _pixels(density)
        return _picture(self._session.kits.find(name).files[int(number)], int(page), pixels, *tile)


def _pixels(density: str) -> int:
    """Return how many pixels per mm are asked for; raises LookupError for what no picture has."""
    if int(density) not in DENSITIES:
        raise LookupError(density)
    return int(density)


def _picture(source: bytes | Path, page: int, pixels: int, *tile: str | None) -> Answer:
    """Return a page as a picture, or its tile at column and row where they are given."""
    at = (int(tile[0]), int(tile[1] or 0)) if tile and tile[0] else None
    return Answer(page_picture(source, page, pixels, at), "image/bmp")


def _text(asked: Mapping[str, Any], name: str) -> str:
    """Return a text of a request; raises LookupError for anything else."""
    value = asked.get(name)
    if not isinstance(value, str):
        raise LookupError(name)
    return value


def _object(asked: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return an object of a request; raises RefusalError for anything else."""
    value = asked.get(name)
    if not isinstance(value, dict):
        raise RefusalError(HTTPStatus.BAD_REQUEST, f"{name}: an object was expected")
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

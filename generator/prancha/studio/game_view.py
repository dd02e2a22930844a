"""One game as the studio holds it: the last state that could be read, its faces, and what is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from prancha.building import game_loading
from prancha.catalogue import NOTES, Notes, SpliceError, read_notes
from prancha.catalogue.card_changes import TABLES, source_of_card
from prancha.catalogue.source_files import read_text
from prancha.catalogue.splice import empty_cells, repeated_keys
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Side
from prancha.model.game import Game, Item
from prancha.studio import edits
from prancha.studio.checking_process import CheckResult
from prancha.studio.child_process import AvoidedWork, Phase, ProcessEnd
from prancha.studio.game_language import LAZY, Drawer, GameLanguage, Versions
from prancha.studio.guard import token
from prancha.studio.kits import page_picture
from prancha.studio.page_values import findings_json, game_json, place_json
from prancha.studio.play_tables import laid_table_json

Publish = Callable[[str, dict[str, Any]], None]
Say = Callable[[Phase, str], None]


class GameView:
    """Follows the files of one game; whoever uses it is the only thread that does."""

    def __init__(
        self,
        project: Path,
        name: str,
        publish: Publish,
        say: Say = lambda _phase, _game: None,
        ends: Sequence[ProcessEnd] = (),
    ) -> None:
        """Read the game; what cannot be read is a finding.

        It is told to `say` when the game is read, drawn and done with.  What caused the `ends` of processes
        before this one is left alone until `follow` is called again.
        """
        self._say = say
        self._avoided = AvoidedWork(ends)
        self.project, self.name, self.token = project, name, token(name)
        self.game: Game | None = None
        self.revision = 0
        self._publish = publish
        self._languages: dict[str, GameLanguage] = {}
        self._keys: dict[str, str] = {}
        self._unread: tuple[Diagnostic, ...] = ()
        self._undrawn: dict[str, tuple[Diagnostic, ...]] = {}
        self._rules: tuple[Diagnostic, ...] = ()
        self._faces: tuple[Diagnostic, ...] = ()
        self._waiting: list[str] = []
        self._opened, self._share = False, 0.0
        self._last: tuple[str, str, Side, int] | None = None
        # What was drawn ahead is asked for next; a few more cost little memory.
        self._drawn = lru_cache(maxsize=4)(page_picture)
        self.asked_at = 0.0
        """When the page asked for it last, by the clock of this process."""
        self._read()

    def follow(self, reread: bool = True) -> None:
        """Read the files again; publish which picture in view changed, then what the game is now.

        Without `reread` no file of its catalogue changed.  `show_next` draws what else is in view.
        """
        self._avoided = AvoidedWork(())
        self._read(reread)

    def _read(self, reread: bool = True) -> None:
        self._say("reading", self.name)
        game = None if reread or self._unread else self.game
        try:
            self._avoided.check_reading()
            if game is None:
                game = game_loading.load(self.project, self.name)
        except Failure as failure:
            self._unread = failure.diagnostics
            self._waiting = []
            self._tell_findings()
            return
        self._say("drawing", self.name)
        self._unread = ()
        self.game = game
        self.revision += 1
        self._keys = {token(item.key): item.key for family in game.families for item in family.items}
        # The language that was looked at last is drawn first.
        for lang in reversed(list(self._languages)):
            self._undrawn.pop(lang, None)
            if lang not in game.languages:
                del self._languages[lang]
                continue
            try:
                self._tell_faces(lang, self._languages[lang].follow(game))
            except Failure as failure:
                self._undrawn[lang] = failure.diagnostics
                continue
            self._draw_ahead(lang)
            self._tell_news(lang)
        self._say("", self.name)
        self._publish("game", {"game": self.token, "revision": self.revision})
        self._waiting, self._share = ["rules", "faces"] if self.count <= LAZY else ["rules"], 0.0
        self._tell_findings()

    def _draw_ahead(self, lang: str) -> None:
        """Draw the picture that was asked for last, while the page hears that it is another one."""
        if self._last is not None and self._last[0] == lang and self._last[1] in self._keys:
            with suppress(Failure):
                self._picture(*self._last)

    def show_next(self) -> bool:
        """Draw some of what is in view and not drawn since the last change; returns whether there was any."""
        for lang, language in reversed(self._languages.items()):
            if language.is_shown_late:
                self._draw_more(lang, language)
                return True
        return False

    def _draw_more(self, lang: str, language: GameLanguage) -> None:
        self._say("drawing", self.name)
        self._tell_faces(lang, language.step() or {})
        self._say("", self.name)
        self._tell_news(lang)

    def background(self) -> bool:
        """Draw some unseen faces of an open game; returns whether there were any."""
        if self._opened:
            for lang, language in self._languages.items():
                if not language.is_done:
                    self._draw_more(lang, language)
                    return True
        return False

    def notes(self) -> Notes:
        """Return the notes to components, none where a family has their file; raises Failure."""
        return {} if self._notes_are_a_family else read_notes(self.project, self.name)

    def keep_notes(self, item: str, given: Sequence[str]) -> Notes:
        """Keep notes to an item; raises Failure, LookupError."""
        taken = self._notes_are_a_family
        kept = edits.write_notes(self.project, self.name, self._keys[item], given, taken)
        self._publish("notes", {"game": self.token, "notes": kept})
        return kept

    @property
    def _notes_are_a_family(self) -> bool:
        return self.game is not None and any(family.id == NOTES for family in self.game.families)

    def writing(self, name: str) -> dict[str, Any] | None:
        """Return what of an item the page cannot write; raises Failure.

        None where the page knows an older state: the card is gone, or its file was saved a moment ago.  It
        asks again when it has read the game.
        `elsewhere` has the place of each field that is not written with it: it comes from `defaults:`, a
        table or a matrix, is computed, or repeated by aliases.  `fixed` and `order` say why the card cannot
        be copied or deleted, or be moved, "" where it can be, `place` where that is decided.  `empty` are the
        paths of values that other rows have and this one lacks.
        """
        if name not in self._keys:
            return None
        item = self.item(name)
        assert self.game is not None
        rows = [item for family in self.game.families for item in family.items]
        here = item.place
        after = [one.place.line for one in rows if one.place.file == here.file and one.place.line > here.line]
        ends = min(after, default=10**9)
        elsewhere = {}
        for field in ("copies", *item.fields):
            place = item.places.get(field)
            if place is None or place.file != here.file or not here.line <= place.line < ends:
                elsewhere[field] = place_json(place) if place is not None else ["", 0, 0]
        path = self.project / here.file
        if path.suffix == ".yaml":
            repeated = repeated_keys(read_text(path, here.file), here)
            for field in ("copies", *item.fields):
                if field in repeated:
                    elsewhere.setdefault(field, place_json(item.places[field]))
        empty = empty_cells(self.game.family(item.family), item)
        try:
            source = source_of_card(self.game, self.project, item)
        except SpliceError:
            return None
        return {
            "elsewhere": elsewhere,
            "fixed": source.fixed,
            "order": source.order,
            "empty": [one.split(".") for one in empty] if path.suffix.lower() in TABLES else [],
            "place": place_json(source.place),
            "hasId": source.has_id,
        }

    def keep(self) -> None:
        """Keep what was drawn for later runs."""
        for language in self._languages.values():
            language.keep()

    @property
    def needs_check(self) -> bool:
        """Whether the game as it is now is still to be checked."""
        return self._opened and self.game is not None and not self._unread and bool(self._waiting)

    def take(self, found: CheckResult) -> None:
        """Take the result of a check, or how far it is; if files changed meanwhile, another is needed."""
        self._share = found.share
        if found.kind == "progress":
            self._publish("checking", {"game": self.token, "share": found.share})
            return
        if found.kind == "rules":
            self._rules = found.findings
        else:
            self._faces = found.findings
        if found.revision == self.revision and found.kind in self._waiting:
            self._waiting.remove(found.kind)
        self._tell_findings()

    @property
    def count(self) -> int:
        """The number of designs."""
        return len(self._keys)

    def picture(self, lang: str, item: str, side: Side, pixels: int, *tile: int) -> bytes:
        """Return a face as BMP at `pixels` per mm, or its tile at column and row.

        Raises LookupError, Failure.
        """
        try:
            if not tile:
                self._last = lang, item, side, pixels
            return self._picture(lang, item, side, pixels, *tile)
        finally:
            self._say("", self.name)
            self._tell_news(lang)

    def _picture(self, lang: str, item: str, side: Side, pixels: int, *tile: int) -> bytes:
        language = self._language(lang)
        if next(reversed(self._languages)) != lang:
            self._languages[lang] = self._languages.pop(lang)
        page = language.page(self._keys[item], side)
        return self._drawn(page, 0, pixels, tile or None)

    def drawer(self, lang: str) -> Drawer:
        """Return what draws the game as it was read last; raises LookupError, Failure."""
        try:
            return self._language(lang).drawer
        finally:
            self._say("", self.name)

    def item(self, name: str) -> Item:
        """Return the item of a token; raises LookupError."""
        key = self._keys[name]
        assert self.game is not None
        return next(one for family in self.game.families for one in family.items if one.key == key)

    def laid_table(self, lang: str, players: int, seed: int) -> dict[str, Any]:
        """Return a set-up for so many players laid out, 0 for the fewest; raises LookupError, Failure."""
        if self.game is None:
            raise LookupError(lang)
        try:
            return laid_table_json(self.game, players, seed, self._language(lang).spaces())
        finally:
            self._say("", self.name)

    def state(self, lang: str) -> dict[str, Any]:
        """Return the game and its findings; from now on its faces in `lang` are drawn."""
        self._opened, self.asked_at = True, time.monotonic()
        if self.game is None:
            return {"id": self.token, "name": self.name, "revision": 0, "findings": self.findings()}
        if lang in self.game.languages:
            try:
                self._language(lang)
            except Failure as failure:
                self._undrawn[lang] = failure.diagnostics
        return {
            **game_json(self.game),
            "number": self.revision,
            "lang": lang,
            "findings": self.findings(),
            "lazy": self.count > LAZY,
        }

    def findings(self) -> dict[str, Any]:
        """Return the findings by who found them; `pending` checks are still running, done by `share` of 1.

        `cards` has what drawing found for each item by its token, `stale` by language those whose picture is
        older than the files, or not there.
        """
        told = [one for each in self._languages.values() for one in (each.broken, each.noted)]
        keys = set().union(*told)
        own = {
            key: list(dict.fromkeys(one for found in told for one in found.get(key, ())))
            for key in self._keys.values()
            if key in keys
        }
        stale = {lang: [token(key) for key in each.broken] for lang, each in self._languages.items()}
        stale |= {lang: list(self._keys) for lang in self._undrawn}
        undrawn = (one for found in self._undrawn.values() for one in found)
        of_cards = {one for found in own.values() for one in found}
        return {
            "game": self.token,
            "unread": findings_json(self._unread),
            "rules": findings_json(self._rules),
            "faces": findings_json({*self._faces, *of_cards, *undrawn}, of_cards),
            "pending": list(self._waiting),
            "share": self._share,
            "cards": {token(key): findings_json(found) for key, found in own.items()},
            "stale": stale,
        }

    def _language(self, lang: str) -> GameLanguage:
        if self.game is None or lang not in self.game.languages:
            raise LookupError(lang)
        self._say("drawing", self.name)
        if lang not in self._languages:
            self._languages[lang] = GameLanguage(self.project, self.game, lang, self._avoided)
        return self._languages[lang]

    def _tell_faces(self, lang: str, changed: Versions) -> None:
        if changed:
            self._publish("faces", {"game": self.token, "lang": lang, "versions": changed})

    def _tell_news(self, lang: str) -> None:
        """Publish findings where drawing found other things than before."""
        language = self._languages.get(lang)
        if language is not None and language.news:
            language.news = False
            self._tell_findings()

    def _tell_findings(self) -> None:
        self._publish("findings", self.findings())

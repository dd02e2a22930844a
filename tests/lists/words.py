"""Texts as people write them: stars, braces, HTML, Markdown, emoji, very long, with line ends."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

from tests.lists.case import Case, csv

_STORY = (
    "You reach the ford at dusk. The ferryman is gone, the rope is cut, and on the far bank a lantern "
    "swings where no lantern was yesterday. Decide together whether to wade, to wait for morning, or to call. "
)

_DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="8" height="8"/></svg>'
_ICONS: dict[str, bytes | str] = {"icons/art_log.svg": _DRAWN, "icons/Big Sun.svg": _DRAWN}

WORDS: dict[str, Case] = {
    "lone-stars": Case(csv('Name,Text\nOwl,"*At game end score 2."\nInn,"5* hotel, sleep well."\nMill,"Pay 2*3 grain."\n'), 3, printed=("*At", "5*", "2*3")),
    "braces-of-other-games": Case(csv('Name,Text\nElf,"{T}: Add {G}."\nOrc,"{1}{R}, {T}: Deal 1 damage."\n'), 2, printed=("{T}",)),
    "brace-left-open": Case(csv('Name,Text\nElf,"Choose {one of three."\nOrc,"Or } none."\n'), 2, printed=("{one",)),
    "html": Case(csv('Name,Text\nElf,"<b>Flash.</b> Draw a card.<br>Then <i>discard</i> one."\nOrc,"<B>Rage</B>"\n'), 2, printed=("Flash.",), absent=("<b>", "<br>")),
    "html-entities": Case(csv('Name,Text\nElf,"Bread &amp; butter"\nOrc,"5 &lt; 6"\n'), 2, printed=("&",), absent=("&amp;",)),
    "markdown": Case(csv('Name,Text\nElf,"## Flash\nDraw a card, see [the rules](https://example.org/rules)."\nOrc,"**Rage**"\n'), 2, printed=("the rules",), absent=("##", "](")),
    "square-brackets": Case(csv('Name,Text\nElf,"[Tap]: draw. [[Link]] and [b]bold[/b]."\nOrc,"Rage [1]"\n'), 2, printed=("[Tap]",)),
    "emoji": Case(csv("Name,Text\nElf,Gain 2 🔥 and lose 1 ❤️.\nOrc,⚔️ Fight!\n"), 2, told=("🔥",)),
    "arrows-and-stars": Case(csv("Name,Text\nElf,Wood → coin ★★☆\nOrc,• Fight • ≥ 3\n"), 2),
    "quotes-and-dashes": Case(csv("Name,Text\nElf,“Never” – she said… ½ of it’s yours.\nOrc,«Non» — 3×3 −1 °C №5\n"), 2),
    "line-ends": Case(csv('Name,Text\n"Elf\nof the wood","First line.\nSecond line."\nOrc,"One.\r\n\r\nTwo."\n'), 2, printed=("Second",)),
    "line-ends-in-lines": Case(csv('Name,Kind,Zone\nElf,"quick\nsmall",wood\nOrc,"slow\nlarge",hill\n'), 2),
    "long-texts": Case(csv(f'Name,Text\nFord,"{_STORY * 3}"\nInn,"{_STORY}"\n'), 2),
    "very-long-texts": Case(csv(f'Name,Text\nFord,"{_STORY * 9}"\nInn,"{_STORY}"\n'), 2, told=("mm",)),
    "long-titles": Case(csv("Name,Text\nThe Extraordinarily Forgetful Custodian of the Northern Lighthouse Archive,Draw.\nOrc,Fight.\n"), 2),
    "long-word-titles": Case(csv("Name,Text\nDonaudampfschifffahrtsgesellschaft,Fahre weiter.\nOrc,Kämpfe.\n"), 2),
    "two-long-texts": Case(csv(f'Name,Effect,Flavour\nFord,"{_STORY * 2}",Old.\nInn,Rest.,"{_STORY * 2}"\n'), 2),
    "long-kinds": Case(csv("Name,Kind,Where it is found\nElf,A rather long description of a kind,In the deep dark northern wood by the lake\nOrc,short,hill\n"), 2),
    "long-numbers": Case(csv("Name,Population,Budget\nLima,11204000,3.5\nOslo,1086000,120.25\n"), 2, printed=("11204000",)),
    "answers": Case(csv('Question,A,B,C,Answer\nWhich is the longest river?,Nile,Amazon,Yangtze,B\nWhich is the tallest tree?,Oak,Redwood,Ash,B\n'), 2),
    "dates-at-line-starts": Case(csv('Name,Text\nWeek,"6. Tag: Ruhe.\n7. Tag: Fest."\nOrc,"1. Draw.\n2. Play."\n'), 2, printed=("6. Tag",)),
    "formulas-as-text": Case(csv("Name,Text\nElf,=cmd()\nOrc,+2 attack\nImp,@home\n"), 3),
    "backslashes": Case(csv("Name,Path\nElf,c:\\art\\elf\nOrc,a\\nb\n"), 2),
    "percent-and-hash": Case(csv("Name,Text\nElf,# of cards: 3 %} {{ x }} {% raw\nOrc,## 2\n"), 2),
    "tags-beside-odd-braces": Case(csv("Title;Rules\nRitter;Ziehe [2] Karten\\13\\und lege ab\nMagd;<b>Sofort</b><br>Gewinne {1} [[Gold]]\n"), 2, printed=("[2]", "{1}", "[[Gold]]", "Sofort"), absent=("<b>", "<br>", "\\13"), told=('{1} in "Rules" (row 3) is no icon', '[[Gold]] in "Rules" (row 3) is no keyword')),
    "braces-alone-name-their-row": Case(csv('Name,Text\nElf,Draw.\nOrc,"Pay {9}."\n'), 2, printed=("{9}",), told=('markup: none in "Text" (row 3: {9} is no icon',)),
    "signs-of-other-programs": Case(csv("Name,Text\nElf,Draw.\\nThen :sun: &copy; 2020\nOrc,Gain :nosuch: {foo} {Big Heart}\n"), 2, printed=("©", ":nosuch:", "{foo}", "{Big"), absent=(":sun:", "&copy;", "\\n"), told=("\\n as a line break", ":sun: as {sun}", "{foo}")),
    "icons-of-ones-own-in-texts": Case(csv("Name,Icon,Text\nElf,art_log,Gain {art_log}.\nOrc,Big Sun,x\nImp,mask,y\n") | _ICONS, 3, absent=("{art",), told=('icon: "Icon" (all its words are icons, 2 of', "{art_log} as {art-log}")),
    "one-word-is-no-icon": Case(csv("Name,Icon,Text\nElf,art_log,Gain {art_log}.\nOrc,Big Sun,x\nImp,mask,y\nElk,nosuch,z\n") | _ICONS, 4, absent=("{art",), told=('icon: not "Icon" ("nosuch" is none: row 5',)),
    "no-word-is-an-icon": Case(csv("Name,Symbol\nA,Sturm\nB,Münze\nC,Schwert\n"), 3, told=('icon: not "Symbol" (none of its 3 words is an icon',)),
    "no-picture-is-there": Case(csv("Name,Art\nA,fox\nB,hen\n"), 2, told=('art: not "Art" (no picture is called "fox"',)),
    "short-rows": Case(csv("Name,Text,Qty\nOwl\nFox,a,2\n,,3\nCat,d,\n"), 7, told=('copies: "Qty" is empty and counts as 1 in row 2, 5', 'title: "Name" is empty, so the card has no name, in row 4')),
    "bold-titles": Case(csv("Name,Text\n**Bear**,Draw.\n*Wolf*,Rest.\nOtter,Swim.\n"), 3, printed=("Bear", "Wolf"), absent=("*",), told=('left out of "Name": bold and italics, such as in "**Bear**" (titles are bold)',)),
    "bold-titles-beside-lone-stars": Case(csv("Name,Text\n**Bear**,Draw.\nHotel 5*,Rest.\n<b>Otter</b>,Swim.\n"), 3, printed=("Bear", "5*", "Otter"), absent=("**", "<b>")),
    "bold-titles-of-tokens": Case(csv("Name\n__Bear__\n<i>Wolf</i>\n[b]Elk[/b]\n"), 3, printed=("Bear", "Wolf", "Elk"), absent=("__", "[b]", "<i>"), options=("--kind", "tokens")),
    "bold-as-others-write-it": Case(csv("Name,Text\nElf,__Flash.__ Draw.\nOrc,==Rage== and [i]rest[/i].\nImp,Fill ____ in.\n"), 3, printed=("Flash.", "Rage", "rest", "____"), absent=("__F", "==", "[i]"), told=("== as **", "[i] as *")),
    "gaps-to-fill-in": Case(csv("Name,Text\nElf,Why ____ and __?\nOrc,__Now__ and __ then.\n"), 2, printed=("____", "__Now__")),
}  # fmt: skip

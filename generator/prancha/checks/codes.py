"""Why each diagnostic is raised, one paragraph a code; `prancha explain CODE` prints it.

Checks of rules, of the printed face and of proofs give their own rationale; the rest stands here.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    # Reading files
    "encoding": (
        "Catalogues and lists are UTF-8. A file in another encoding shows wrong letters on some "
        "computers and right ones on others, so it is refused, or read as what it most likely is with "
        "a warning that says so."
    ),
    "unreadable": (
        "A file that cannot be opened, or is a link out of its folder, could hold anything; a kit "
        "must depend on nothing outside its project."
    ),
    "not-written": (
        "What could not be written whole is not written at all: half a PDF prints half a game. Give "
        "another folder, or make room."
    ),
    "our-fault": (
        "Nothing foresaw this: the program, or a library it uses, failed at what it was given. The file or "
        "component is named; nothing was written."
    ),
    "bad-variable": (
        "A variable of the environment that sets a limit or names a folder holds something else; the usual "
        "in its place would be another than was asked for."
    ),
    "no-folder": "The folder in which the command was given is no longer there.",
    "no-port": (
        "Two programs cannot listen at one port; the studio takes a free one of itself where none is named."
    ),
    "bad-notes": (
        "Notes to components are a list of texts for each; what somebody wrote otherwise is shown where it "
        "can be, and never written over."
    ),
    "not-changed": (
        "A value is changed in its file only where nothing else would change with it, and nobody changed it "
        "meanwhile."
    ),
    "not-checked": (
        "A check that was ended before it was done says nothing of the faces; that it is missing is told."
    ),
    "no-difference": (
        "The comparison with a snapshot could not be made; what the command said of it is told as it is."
    ),
    "left-out": (
        "Of very many findings the first hundred are told, errors first, and the others counted; mend those "
        "and check again, or ask for some with --select."
    ),
    "no-target": "An export goes to a target by its name; prancha export --list tells them all.",
    "export-option": (
        "An option that a target does not have would be left out without a word, and what was asked for "
        "would not be there."
    ),
    "export-folder": (
        "An export takes the place of its whole folder, so that nothing old is uploaded with the new. A "
        "folder with anything else in it is left as it is."
    ),
    "export-names": (
        "Two files of one name, or of names that Windows and macOS take for the same, would leave one "
        "picture where there should be two."
    ),
    "export-files": (
        "A folder that was exported is uploaded as it is: a file that is missing, changed or somebody "
        "else's would be printed, or not."
    ),
    "export-picture": (
        "Print shops take pictures of exact size, kind and colours; a pixel more is refused, or scaled "
        "without a word."
    ),
    "export-pages": (
        "Print shops cut where the boxes of a page say; a page of another size, or one page more, moves all "
        "that follow."
    ),
    "export-copies": "What is ordered is not what the game has: a copy was lost or doubled on the way.",
    "export-order": (
        "Files and lists of an order name each other; what one names and the other lacks is printed wrong, "
        "or not at all."
    ),
    "shop-size": (
        "A print shop prints and cuts its own sizes. A smaller piece gets a white rim, a larger one is cut; "
        "--fit gives it more bleed, and never scales it."
    ),
    "shop-product": "The print shop has no such product, or none of this shape.",
    "shop-colour": (
        "A print shop that asks for CMYK converts RGB in its own way, or refuses it; which, only it knows."
    ),
    "shop-file": "The print shop takes no file as large as this one.",
    "shop-note": "What should be known before an order is placed, though nothing is wrong.",
    "shop-safe-zone": (
        "Print shops cut with a tolerance of their own, mostly larger than that of scissors: what stands "
        "outside their safe zone may be cut."
    ),
    "shop-resolution": "The print shop wants more pixels of a picture than the checks of the game do.",
    "no-engine": (
        "A cluster that is asked for and not there is not replaced by this machine: who asked for it "
        "would wait and not know why."
    ),
    "worker-lost": (
        "Faces may be drawn by other processes or machines. One that ends before its work, mostly for want "
        "of memory, has drawn nothing that could be trusted."
    ),
    "worker-stranger": (
        "A worker with another version of the program, of a library or of the game's files would draw "
        "other faces than this machine does, and the kit would be of two minds."
    ),
    "control-character": (
        "Invisible characters cannot be held by SVG or PDF text, and nobody sees that they are there."
    ),
    "too-large": (
        "A file or table beyond any box of components is a mistake, or an attack on whoever builds it."
    ),
    "too-slow": (
        "One file or one face took far more processor time than any needs; the build was ended rather than "
        "left to run for ever."
    ),
    "too-much-memory": (
        "Opening the project took more memory than any game needs; the build was ended before the computer "
        "came to a stop."
    ),
    "stopped": (
        "Something stopped the process that does the work (SIGSTOP) and did not let it go on; waiting for it "
        "would never have ended."
    ),
    "crashed": (
        "A library crashed on what it was given, most likely a damaged file; the file or component it "
        "was at is named."
    ),
    "too-many": (
        "More rows than any box has components: most likely the wrong sheet or a column read as rows."
    ),
    "too-deep": "Values nested deeper than any component needs would exhaust the reader.",
    "yaml-syntax": (
        "The file is no YAML as catalogues use it; the line and column tell where reading had to stop."
    ),
    "yaml-tag": "Tags ask a reader to make objects of its own; a catalogue holds plain values only.",
    "bad-alias": "An alias must name an anchor that stands before it, and must not hold itself.",
    "bad-key": "Keys name things, so they are words or numbers, not lists or mappings.",
    "bad-number": ("Infinities, values that are no number and endless digits cannot be printed or counted."),
    "git-conflict": (
        "Where git could not join two versions of a file it leaves both, between marks; read on, a deck "
        "would be of two minds."
    ),
    "duplicate-key": "Of two equal keys the later would silently win; one of them is a mistake.",
    "merge-key": ("Merge keys hide where a value was written, and a finding could no longer name its line."),
    "bad-file-name": "Catalogue files end in .yaml, so that every tool finds all of them.",
    "bad-json": (
        "The list of components is no JSON that can be read; the line and column tell where it stopped."
    ),
    "bad-csv": (
        "A row of the table has quotes or cells that do not fit its header; read on, values would "
        "slide into other columns."
    ),
    "bad-spreadsheet": "The workbook is damaged, protected, or no workbook.",
    "bad-path": "Data files lie inside the game's folder, so that a project can be copied whole.",
    "missing-file": "The catalogue names a data file that is not there.",
    "missing-extra": (
        "This kind of file needs a package that is not installed; the message tells which command "
        "installs it."
    ),
    "no-sheet": "The workbook or file has no sheet or list of that name.",
    "no-file": "The file named on the command line is not there.",
    "merged-cells": (
        "A merged cell gives its value to one row only; the others would be empty without a word."
    ),
    "cell-error": "A spreadsheet formula that failed would print its error on a component.",
    "cell-formula": (
        "A formula whose value is not in the file was never worked out by a spreadsheet program; read "
        "as an empty cell, a card would have one copy, or lose a word."
    ),
    "cell-lost": (
        "A cell that has a value in the file and was read as empty, such as a text that the file refers to "
        "and lacks, would print nothing in its place."
    ),
    "cell-format": (
        "A spreadsheet shows a number or date by a format; where that is not followed, what prints is "
        "another than was seen when the list was made."
    ),
    "decimal-sign": (
        "A workbook does not tell whether its author sees 1.5 or 1,5; in these languages it is most likely "
        "the comma."
    ),
    "several-sheets": (
        "The workbook has several sheets and none is named; the first that is not hidden is read, which may "
        "not be the one that was meant."
    ),
    "total-row": (
        "A last row that adds up the counts of those above would become a component of its own, printed as "
        "often as all others together."
    ),
    "duplicate-column": "Two columns of one name: one of them would be lost.",
    "nameless-column": "A column without a heading has values that no field receives.",
    "unknown-column": "The mapping of columns names one that the table does not have.",
    "bad-expression": (
        "A computed field is written in the language of rules; what it cannot read or work out prints "
        "nothing sensible."
    ),
    # Catalogues
    "no-family": "The game has no such family to be printed alone.",
    "no-item": "The family has no such component to be printed alone.",
    "no-topic": "No page of the documentation is called so.",
    "stats-option": "There is nothing to count by that name, or no draw of that kind, in the game.",
    "no-game": "There is no such folder with a game.yaml in components/.",
    "no-items": "A family without items prints nothing; if that is meant, take it out of the game.",
    "missing-key": "Without this key the component cannot be drawn, sized or named, or the rule not checked.",
    "unknown-key": (
        "A key the format does not know is most likely misspelt, and its value would be without effect."
    ),
    "reserved-key": "The key has a meaning of its own in the format and cannot name a field here.",
    "wrong-type": ("The value is of another kind than the key needs: text for a number, a list for a word."),
    "empty": "A text, list or mapping without content says nothing where something is needed.",
    "out-of-range": "The number lies outside what can be printed or counted.",
    "bad-length": "Lengths need a number and a unit; 63 alone could be millimetres or pixels.",
    "bad-colour": "Colours are #rgb or #rrggbb in quotes; without quotes YAML reads # as a comment.",
    "bad-language": (
        "Languages are codes such as en or pt-BR, which fonts, hyphenation and readers understand."
    ),
    "bad-value": (
        "The value is none that the key can have. A rule or a setting that cannot be read must not pass."
    ),
    "bad-point": ("A polygon's outline needs at least three different points that do not cross themselves."),
    "bad-cells": "The cells of a polyomino are squares joined edge to edge around no hole: one line to cut.",
    "bad-outline": (
        "An outline is one closed line that does not cross itself: a knife goes once around, and what is "
        "inside must be certain."
    ),
    "bad-template": "A template is the name of an .svg.j2 or .svg file in templates/.",
    "bad-id": (
        "Ids stand in file names, links and lists of printed pieces, so they are lower-case letters, "
        "digits and hyphens."
    ),
    "duplicate-id": "Two items or rules of one id cannot be told apart in manifests, reprints and reports.",
    "duplicate-entry": "An entry listed twice is printed or asked for twice; one of them is a mistake.",
    "unknown-word": "The key takes one of a few words, and this is none of them.",
    "unknown-language": "The text is in a language the game does not have.",
    "untranslated": (
        "A text lacks one of the game's languages; the kit in that language would show a gap or "
        "another tongue."
    ),
    "unknown-field": "The reason is given for a field that the item does not have, so it marks nothing.",
    "unknown-family": ("A value names a family, to count or to show it, that the game does not have."),
    "unknown-item": (
        "A value names a component that its family does not have; what it stands for would be missing."
    ),
    "no-reason": (
        "What is assumed must say why, so that an owner of the real game can judge and correct it."
    ),
    "unknown-axis": "The pattern of ids names an axis that the matrix does not have.",
    "missing-axis": "The pattern of ids leaves out an axis, so several items would share one id.",
    "missing-family": "The game lists a family that has no file.",
    "unlisted-family": "A family file that the game does not list would silently not be printed.",
    "bad-kind": "The kind of component to start with is none that a new project can be made of.",
    "no-example": "There is no complete game of that name in the library to begin with.",
    "like-option": "A complete game has its own components and languages; what else is asked would be lost.",
    "no-name": "A new game needs a name, which its folders are called after.",
    "exists": "A new project must not write over what is already there.",
    "no-schema": "There is no schema of that name; only the files of a project have one.",
    # Faces
    "template": (
        "The template uses a name, filter or value that is not there; Jinja would print nothing in its place."
    ),
    "template-syntax": "The template cannot be read: a bracket, quote or end is missing.",
    "svg-template": (
        "The drawing that serves as a template asks for what cannot be set or read: a font the game does not "
        "have, a page of another size, an object whose name is misspelt. The line is that of the SVG file."
    ),
    "template-limit": (
        "The template ran far longer or wrote far more than a face needs; a loop without end would "
        "stop the whole kit."
    ),
    "icon": "The template asks for an icon that no folder has, or whose file cannot be drawn.",
    "font": (
        "The font has no file in the project or among the shipped ones; another computer would "
        "replace it by chance."
    ),
    "text-font": "The role or font that a text asks for is none of the game's.",
    "text-keyword": (
        "A text names a keyword that game.yaml does not define; it would be printed without its icon "
        "and reminder."
    ),
    "text-glyph": "The font lacks a character, which would print as an empty box.",
    "text-breaks": (
        "Thai has no spaces between words. With prancha[thai] lines end between words, without it at spaces "
        "and zero-width spaces alone: the same game prints otherwise."
    ),
    "text-fonts": (
        "No font named for a text has all letters of a word, so its letters come from two: weight and "
        "shape change within the word. A font that has the whole alphabet of the language mends it."
    ),
    "po-file": (
        "A file of translators must be the PO file of a translation, in UTF-8; what cannot be read whole is "
        "not taken in part."
    ),
    "text-twice": (
        "A text that stands in the catalogue and in a file of its language is printed as that file has it; "
        "who changes the other one would wonder."
    ),
    "text-markup": "The marks inside a text (bold, icons, colours) do not fit together.",
    "text-overflow": (
        "The text does not fit its box at the smallest size allowed; cut off, it would mislead."
    ),
    "art": "The picture is none that can be printed, or is asked for in a way that has no meaning.",
    "missing-art": (
        "The file that the template wants to show is not there. A crossed box with its name stands in its "
        "place, so that a deck can be tried before its art is painted; --strict refuses it."
    ),
    "art-animated": "Paper shows one picture; of an animation that is the first.",
    "art-cmyk": (
        "Faces are RGB, so a CMYK picture is converted, by the profile in its file where there is one; "
        "what the screen showed its painter may differ."
    ),
    "svg": "The drawing uses something of SVG that cannot be printed as it is meant, or cannot be read.",
    "svg-told": (
        "A part of the drawing prints otherwise than as lines and letters, or not at all: an effect becomes "
        "a picture, a script or an animation is left out."
    ),
    "ink": (
        "A face that cannot be made paler, mostly because it has too many shapes, is printed as it was "
        "designed: whoever asked for less ink is told where it is not saved."
    ),
    "unchecked": (
        "A face with more shapes than the checks look at is printed, but nobody has looked at it: what is "
        "true of its text and icons is not known."
    ),
    # Sheets
    "no-paper": "There is no paper of that name, neither the project's nor a shipped one.",
    "no-papers": "A file of papers without papers lets nothing be printed.",
    "unused-key": "The profile gives a key that its kind of sheet does not look at.",
    "overlap": "Two slots of a sheet lie over each other, so pieces would cover one another.",
    "off-paper": "A slot reaches beyond what the printer can print.",
    "paper-too-small": "Nothing can be placed between the margins of this paper.",
    "no-slot": "The profile's slots are of other sizes than this component.",
    "no-fold": "A sheet that is folded has no room for this component on one half.",
    "start-slot": "The sheet does not have as many slots as were to be left out.",
    "no-start-slot": "Starting at a later slot needs sheets whose slots are numbered.",
    "wrong-paper": "The profile is for another paper than the one asked for.",
    "no-printer": "There is no measured printer of that name.",
    "no-config": "The folder for what is measured of your printers cannot be found.",
    "no-reading": "Nothing was given that could be kept: print the test page and read it off.",
    "bad-reading": (
        "A measured value is none that a printer can have; it was most likely misread from the ruler."
    ),
    "bad-name": "The name stands in a file's name, so it is letters, digits, dots and hyphens.",
    # Proofs, snapshots, reprints
    "no-design": (
        "The manifest beside the PDF does not tell where pieces were meant to lie, so nothing can be "
        "measured against it."
    ),
    "not-a-pdf": "The file cannot be read as a PDF, so nothing on it can be measured.",
    "other-kit": (
        "Almost none of the components that the manifest tells of are in the PDF: it is of another kit or "
        "of no kit, and a list of all that is missing would be as long as the kit."
    ),
    "not-mirrored": (
        "Backs must lie mirrored behind their fronts, or every card shows the back of its neighbour."
    ),
    "swapped-backs": "Two backs are exchanged: each card would tell what another is.",
    "face-wrong": "Another face is printed here than was designed for this piece.",
    "wrong-flip": "The backs fit a printer that turns the paper about its other edge.",
    "no-snapshot": "There is no snapshot of that name to compare with.",
    "snapshot-exists": ("A snapshot of that name was taken before; written over, its state would be lost."),
    "snapshot-broken": "The snapshot cannot be read; it was changed by hand or cut short.",
    "snapshot-format": (
        "The snapshot was written by another version of the program, whose meaning is not known here."
    ),
    "revision-unreadable": "The revision of the repository cannot be read.",
    "revision-empty": "That revision of the repository has no components folder where the project is now.",
    "nothing-to-compare": "No game is in both of the states named, so nothing can be compared.",
    "no-language": "The game is not in the language asked for.",
    # Rules
    "rule-bad-expression": (
        "The expression cannot be read or worked out: a name or field that is not there, a division "
        "by zero, a walk too long, or more than the language allows."
    ),
    "rule-sentence": "A sentence that names other numbers than its check tells people something untrue.",
    "rule-other-game": (
        "The rules are those of another game: they would find nothing, or everything, wrong."
    ),
    "rule-selects-nothing": (
        "The rule looked at nothing, most likely because a word in it is misspelt; it must not pass "
        "by accident."
    ),
    "rule-unknown-family": "The rule names a family or table that the game does not have.",
    "rule-unknown-field": "The rule names a field that no component of its families has.",
    "rule-unknown-kind": "There is no check of that name, so the rule holds nothing.",
    "rule-unknown-set": "There is no rule set of that name in components/_rules/.",
    "unused-waiver": (
        "A waiver that covers nothing hides nothing today and may hide something else tomorrow."
    ),
    # Manifests
    "list-unreadable": (
        "The list to compare with has no column for names and one for counts that can be told apart."
    ),
    "list-count": "The list gives another count than the catalogue; one of them will be packed.",
    "list-missing": "The catalogue has a component that the list does not.",
    "list-extra": "The list has a component that the catalogue does not.",
    "list-bad-count": "A count in the list is no whole number, so it cannot be compared.",
    "not-reconciled": (
        "The copies designed, drawn, placed and found in the PDF are not the same: a piece was lost "
        "or doubled on the way to paper."
    ),
}

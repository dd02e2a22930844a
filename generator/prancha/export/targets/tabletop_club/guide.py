"""What to do with the folder, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def steps(pack: str, loose: bool) -> Mapping[str, Sequence[str]]:
    """The steps, in Portuguese and English."""
    pt = [
        f"Copie a pasta {pack} (só ela) para Documentos/TabletopClub/assets; crie essas pastas se não "
        "houver. Downloads e a área de trabalho servem também.",
        "Abra o Tabletop Club (gratuito, tabletopclub.net) e espere a importação.",
        "Entre numa sala; no menu dos objetos, escolha o pacote. Cartas e fichas redondas vêm em pilhas "
        "com todas as cópias, na ordem do catálogo; embaralhe com o menu da pilha.",
        "Tabuleiros, peças de outros contornos, figuras em pé e dados são modelos, um por desenho.",
        "NÃO CONFIRMADO dentro do programa (seguimos a sua documentação e o seu leitor): que lado de um "
        "dado fica em cima, e como estão virados os versos das fichas. Confira antes de jogar.",
    ]
    en = [
        f"Copy the folder {pack} (that one alone) to Documents/TabletopClub/assets; make those folders if "
        "they are not there. Downloads and the desktop do as well.",
        "Open Tabletop Club (free, tabletopclub.net) and wait until it has imported everything.",
        "Enter a room; in the menu of objects choose the pack. Cards and round tokens come in stacks with "
        "all copies, in the order of the catalogue; shuffle with the menu of the stack.",
        "Boards, pieces of other outlines, stand-ups and dice are models, one of each design.",
        "NOT CONFIRMED inside the program (we follow its documentation and its reader): which side of a die "
        "is up, and how the backs of tokens are turned. Look at them before you play.",
    ]
    if loose:
        pt.insert(4, "Modelos não se empilham: tome cada um tantas vezes quantas diz a sua descrição (5 x).")
        en.insert(4, "Models do not stack: take each as often as its description says (5 x).")
    return {"pt": pt, "en": en}

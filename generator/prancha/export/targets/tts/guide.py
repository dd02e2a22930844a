"""What to do with the folder, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_PT = {
    "copy": (
        "Abra a pasta de dados do Tabletop Simulator: no Windows Documentos\\My Games\\Tabletop Simulator "
        "(pode estar dentro de OneDrive), no macOS ~/Library/Tabletop Simulator, no Linux "
        "~/.local/share/Tabletop Simulator.",
        "Copie {game}.json e {game}.png de {where} para a pasta {where} de lá.",
    ),
    "name": "Copie as imagens de Mods/Images para a pasta Mods/Images de lá.",
    "file": "Deixe esta pasta onde está: o jogo lê as imagens daqui, só neste computador.",
    "from": "Ponha as imagens de Mods/Images em {assets}, com os mesmos nomes.",
    "save": "No programa: Games > Save & Load, e escolha o jogo.",
    "object": "No programa: Objects > Saved Objects, e ponha o jogo na mesa.",
    "share": "Para jogar com outros: Modding > Cloud Manager, Upload All, e salve o objeto de novo; "
    "até então só você vê as imagens.",
    "after": (
        "Depois de mudar o jogo, exporte de novo para esta mesma pasta: cada carta fica no seu lugar da "
        "folha, e só o que mudou ganha imagem de nome novo. Guarde a pasta: export.json sabe os lugares.",
        "Não confirmado dentro do programa: o tamanho de tabuleiros, peças e dados ao lado das cartas "
        "(--tile-mm o muda), os pontos de encaixe, e como o dado veste a sua imagem. Confira antes de jogar.",
    ),
}
_EN = {
    "copy": (
        "Open the data folder of Tabletop Simulator: on Windows Documents\\My Games\\Tabletop Simulator (it "
        "may be inside OneDrive), on macOS ~/Library/Tabletop Simulator, on Linux "
        "~/.local/share/Tabletop Simulator.",
        "Copy {game}.json and {game}.png from {where} to the folder {where} there.",
    ),
    "name": "Copy the pictures of Mods/Images to the folder Mods/Images there.",
    "file": "Leave this folder where it is: the program reads the pictures here, on this computer alone.",
    "from": "Put the pictures of Mods/Images at {assets}, under the same names.",
    "save": "In the program: Games > Save & Load, and choose the game.",
    "object": "In the program: Objects > Saved Objects, and put the game on the table.",
    "share": "To play with others: Modding > Cloud Manager, Upload All, then save the object again; "
    "until then only you see the pictures.",
    "after": (
        "After a change of the game, export to this same folder again: every card keeps its place on its "
        "sheet, and only what changed gets a picture with a new name. Keep the folder: export.json knows the "
        "places.",
        "Not confirmed inside the program: how large boards, tiles and dice are beside cards (--tile-mm "
        "changes it), the snap points, and how a die wears its picture. Look at them before you play.",
    ),
}
_WORDS: Mapping[str, Mapping[str, Any]] = {"pt": _PT, "en": _EN}


def steps(assets: str, game: str, whole: bool) -> Mapping[str, Sequence[str]]:
    """The steps for one way to name pictures, in Portuguese and English."""
    return {
        lang: [
            text.format(where="Saves" if whole else "Saves/Saved Objects", game=game, assets=assets)
            for text in (
                *words["copy"],
                words["from" if assets.startswith("http") else assets],
                words["save" if whole else "object"],
                *(() if assets.startswith("http") else (words["share"],)),
                *words["after"],
            )
        ]
        for lang, words in _WORDS.items()
    }

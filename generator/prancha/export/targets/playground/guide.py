"""What to do with the folder, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def steps(name: str) -> Mapping[str, Sequence[str]]:
    """The steps, in Portuguese and English."""
    return {
        "pt": (
            f"Copie a pasta {name} para a pasta de pacotes do Tabletop Playground: PersistentDownloadDir na "
            "pasta do programa, ou a que está em Settings > Game > Package Location.",
            "Abra o programa; comece um jogo com qualquer mesa, e junte o pacote aos ativos.",
            "Na biblioteca de objetos, arraste cada família para a mesa: é uma pilha com todas as cópias, na "
            "ordem do catálogo. Guarde o estado da mesa para a próxima vez.",
            "Para jogar com outros, publique o pacote no editor do programa (mod.io).",
            "NÃO CONFIRMADO dentro do programa (seguimos os seus esquemas e pacotes publicados): o contorno "
            "das peças que não são cartas nem redondas, o lado dos seus versos, e os pontos de encaixe.",
        ),
        "en": (
            f"Copy the folder {name} to the packages of Tabletop Playground: PersistentDownloadDir in the "
            "folder of the program, or what Settings > Game > Package Location says.",
            "Open the program; start a game with any table, and add the package to the active ones.",
            "In the object library drag each family onto the table: it is a stack with all copies, in the "
            "order of the catalogue. Save the state of the table for the next time.",
            "To play with others, publish the package in the program's editor (mod.io).",
            "NOT CONFIRMED inside the program (we follow its schemas and published packages): the "
            "outline of pieces that are neither cards nor round, the side of their backs, snap points.",
        ),
    }

"""What to do with the folder, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def steps(name: str) -> Mapping[str, Sequence[str]]:
    """The steps, in Portuguese and English."""
    return {
        "pt": (
            f"Copie a pasta {name} para a pasta games dos dados do Card Game Simulator: no Windows "
            "AppData\\LocalLow\\Finol Digital\\Card Game Simulator\\games, no macOS "
            "~/Library/Application Support/Finol Digital/Card Game Simulator/games.",
            "Abra o programa e escolha o jogo. Ao começar, cada família é um baralho com todas as cópias.",
            f"Para jogar com outros: faça um ZIP da pasta {name} e envie-o a cgs.games (até "
            "100 MB); os endereços em cgs.json são trocados lá.",
            "Todas as cartas têm um tamanho só neste programa: as peças menores estão no meio de uma carta "
            "transparente, as maiores foram reduzidas. Dados não vão junto.",
            "NÃO CONFIRMADO dentro do programa (seguimos os seus esquemas e o seu leitor): onde ficam os "
            "tabuleiros na mesa. Confira antes de jogar.",
        ),
        "en": (
            f"Copy the folder {name} to the folder games in the data of Card Game Simulator: on Windows "
            "AppData\\LocalLow\\Finol Digital\\Card Game Simulator\\games, on macOS "
            "~/Library/Application Support/Finol Digital/Card Game Simulator/games.",
            "Open the program and choose the game. When it starts, each family is a deck with all copies.",
            f"To play with others: make a ZIP of the folder {name} and upload it to cgs.games (up to "
            "100 MB); the addresses in cgs.json are replaced there.",
            "All cards have one size in this program: smaller pieces are in the middle of a transparent "
            "card, larger ones were made smaller. Dice are not included.",
            "NOT CONFIRMED inside the program (we follow its schemas and its reader): where boards lie on "
            "the table. Look at them before you play.",
        ),
    }

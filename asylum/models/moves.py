"""The database refuses a state that the table of moves does not lead to."""

from collections.abc import Mapping

import pgtrigger


def lawful_moves(field: str, moves: Mapping[str, frozenset[str]]) -> pgtrigger.FSM:
    """A trigger for the `triggers` of a model's Meta: `field` changes only as `moves` allows."""
    return pgtrigger.FSM(
        name="lawful_moves",
        field=field,
        transitions=[
            (here, there) for here, all_ in sorted(moves.items()) for there in sorted(all_)
        ],
    )

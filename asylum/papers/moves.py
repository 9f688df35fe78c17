"""A trigger that refuses unlawful state changes of a renunciation."""

import pgtrigger

from asylum.papers.choices import RENUNCIATION_MOVES
from asylum.people.triggers import does_not_go_back


def lawful_moves_of_paper() -> pgtrigger.Trigger:
    """Returns a trigger that lets a paper move only along `RENUNCIATION_MOVES`.

    A paper also returns to the state before when its last step is marked as a mistake.
    """
    moves = sorted(RENUNCIATION_MOVES.items())
    pairs = ", ".join(f"('{old}', '{new}')" for old, next_ in moves for new in sorted(next_))
    return pgtrigger.Trigger(
        name="lawful_moves",
        operation=pgtrigger.UpdateOf("status"),
        when=pgtrigger.Before,
        func=f"""
            IF OLD.status IS DISTINCT FROM NEW.status AND (OLD.status, NEW.status) NOT IN ({pairs}) AND (
                {does_not_go_back("renunciation")}
            ) THEN
                RAISE EXCEPTION 'Invalid transition of a renunciation from "%" to "%"',
                    OLD.status, NEW.status;
            END IF;
            RETURN NEW;
        """,
    )

"""A trigger that refuses illegal state changes of a renunciation."""

import pgtrigger

from asylum.papers.choices import RENUNCIATION_MOVES
from asylum.people.triggers import does_not_go_back


def moves_of_the_paper() -> pgtrigger.Trigger:
    """A trigger that lets a paper move along `RENUNCIATION_MOVES`, and return when its last step is marked as a mistake."""
    moves = sorted(RENUNCIATION_MOVES.items())
    lawful = ", ".join(f"('{here}', '{there}')" for here, all_ in moves for there in sorted(all_))
    return pgtrigger.Trigger(
        name="lawful_moves",
        operation=pgtrigger.UpdateOf("status"),
        when=pgtrigger.Before,
        func=f"""
            IF OLD.status IS DISTINCT FROM NEW.status AND (OLD.status, NEW.status) NOT IN ({lawful}) AND (
                {does_not_go_back("renunciation")}
            ) THEN
                RAISE EXCEPTION 'Invalid transition of a renunciation from "%" to "%"',
                    OLD.status, NEW.status;
            END IF;
            RETURN NEW;
        """,
    )

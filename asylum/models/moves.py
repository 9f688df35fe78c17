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


def moves_of_the_pathway() -> pgtrigger.Trigger:
    """A trigger that lets a claim go where the pathway of its country leads, and nowhere else (F23)."""
    return pgtrigger.Trigger(
        name="lawful_moves",
        operation=pgtrigger.UpdateOf("status", "country"),
        when=pgtrigger.Before,
        func="""
            IF OLD.status IS DISTINCT FROM NEW.status AND NOT EXISTS (
                SELECT FROM asylum_pathwaystage AS here
                WHERE here.stage = OLD.status AND NEW.status = ANY(here.leads_to)
                    AND here.country = COALESCE(
                        (SELECT min(country) FROM asylum_pathwaystage WHERE country = OLD.country),
                        'ZZ'
                    )
            ) THEN
                RAISE EXCEPTION 'Invalid transition of an application from "%" to "%" in %',
                    OLD.status, NEW.status, OLD.country;
            END IF;
            IF OLD.country <> NEW.country AND OLD.status <> 'draft' THEN
                RAISE EXCEPTION 'Invalid transition: an application stays in its country';
            END IF;
            RETURN NEW;
        """,
    )

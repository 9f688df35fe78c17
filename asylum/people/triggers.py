"""Triggers that refuse overwritten facts, and a condition that all state changes share."""

import pgtrigger

# Condition: a `step` of a claim or a paper is not marked as a mistake. The same as `StepQuerySet.standing`.
STANDS = """NOT EXISTS (
                        SELECT FROM casework_correction AS said
                        WHERE said.about_id = step.id AND said.fields @> '["is_mistake"]'
                    )"""


def does_not_go_back(row: str) -> str:
    """SQL: the row is not returning to its earlier state because a step was marked as a mistake."""
    steps = f"asylum_{row}statuschange"
    return f"""NOT EXISTS (
                    SELECT FROM {steps} AS step
                    WHERE step.{row}_id = OLD.id AND step.status = OLD.status
                        AND NOT {STANDS}
                ) OR NEW.status IS DISTINCT FROM (
                    SELECT step.status FROM {steps} AS step
                    WHERE step.{row}_id = OLD.id AND {STANDS}
                    ORDER BY step.at DESC LIMIT 1
                )"""  # noqa: S608


def unchanging(*may_change: str) -> pgtrigger.Trigger:
    """A trigger for the `triggers` of a model's Meta: only these columns may change.

    Like append-only tables, it binds the application's role, not the owner.
    """
    kept = ", ".join(f"'{column}'" for column in sorted(may_change))
    return pgtrigger.Trigger(
        name="facts_never_change",
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        func=f"""
            IF to_jsonb(NEW) - ARRAY[{kept}] <> to_jsonb(OLD) - ARRAY[{kept}]
                AND current_user <> (
                    SELECT tableowner FROM pg_tables
                    WHERE schemaname = TG_TABLE_SCHEMA AND tablename = TG_TABLE_NAME
                )
            THEN
                RAISE EXCEPTION 'what was recorded never changes'
                    USING ERRCODE = 'check_violation', CONSTRAINT = 'facts_never_change';
            END IF;
            RETURN NEW;
        """,  # noqa: S608
    )


# For rows that may be undone: their person follows a merge.
TAKEN_BACK = ("individual_id", "withdrawn_at", "withdrawn_because", "withdrawn_by_id")

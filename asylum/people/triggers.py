"""A trigger that refuses to overwrite facts, and SQL conditions that triggers for state changes share."""

import pgtrigger

# SQL condition: the row `step` of a claim or a paper is not marked as a mistake, as in `StepQuerySet.standing`.
STEP_IS_NO_MISTAKE = """NOT EXISTS (
                        SELECT FROM casework_correction AS said
                        WHERE said.about_id = step.id AND said.fields @> '["is_mistake"]'
                    )"""


def does_not_go_back(row: str) -> str:
    """Returns an SQL condition: the row does not return to its earlier state because a step was marked as a mistake.

    `row` is "application" or "renunciation".
    """
    steps = f"asylum_{row}statuschange"
    return f"""NOT EXISTS (
                    SELECT FROM {steps} AS step
                    WHERE step.{row}_id = OLD.id AND step.status = OLD.status
                        AND NOT {STEP_IS_NO_MISTAKE}
                ) OR NEW.status IS DISTINCT FROM (
                    SELECT step.status FROM {steps} AS step
                    WHERE step.{row}_id = OLD.id AND {STEP_IS_NO_MISTAKE}
                    ORDER BY step.at DESC LIMIT 1
                )"""  # noqa: S608


def facts_never_change_except(*may_change: str) -> pgtrigger.Trigger:
    """Returns a trigger for the `triggers` of a model's Meta, which lets only these columns change.

    The trigger binds the application's database role and not the owner of the table, as for append-only tables.
    """
    columns = ", ".join(f"'{column}'" for column in sorted(may_change))
    return pgtrigger.Trigger(
        name="facts_never_change",
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        func=f"""
            IF to_jsonb(NEW) - ARRAY[{columns}] <> to_jsonb(OLD) - ARRAY[{columns}]
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


# The columns of a withdrawal, and the person, whom a merge changes.
WITHDRAWAL_COLUMNS = ("individual_id", "withdrawn_at", "withdrawn_because", "withdrawn_by_id")

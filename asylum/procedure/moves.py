"""Triggers that refuse unlawful state changes of a claim."""

import pgtrigger

from asylum.people.triggers import STEP_IS_NO_MISTAKE, does_not_go_back


def lawful_moves_of_claim() -> pgtrigger.Trigger:
    """Returns a trigger that lets a claim move only along the pathway of its country.

    A claim also returns to the state before when its last step is marked as a mistake.
    """
    return pgtrigger.Trigger(
        name="lawful_moves",
        operation=pgtrigger.UpdateOf("status", "country"),
        when=pgtrigger.Before,
        func=f"""
            IF OLD.status IS DISTINCT FROM NEW.status AND NOT EXISTS (
                SELECT FROM asylum_pathwaystage AS here
                WHERE here.stage = OLD.status AND NEW.status = ANY(here.leads_to)
                    AND here.country = COALESCE(
                        (SELECT min(country) FROM asylum_pathwaystage WHERE country = OLD.country),
                        'ZZ'
                    )
            ) AND (
                {does_not_go_back("application")}
            ) THEN
                RAISE EXCEPTION 'Invalid transition of an application from "%" to "%" in %',
                    OLD.status, NEW.status, OLD.country;
            END IF;
            IF OLD.country <> NEW.country AND OLD.status <> 'draft' THEN
                RAISE EXCEPTION 'Invalid transition: an application stays in its country';
            END IF;
            RETURN NEW;
        """,  # noqa: S608
    )


def fighters_renounce_first() -> pgtrigger.Trigger:
    """Returns a trigger that refuses to admit an adult who served without a verified renunciation.

    The trigger accepts the authority's statement that it asks for none, and an override with its reason. It runs at the
    end of the transaction, after the action has saved the step. The action alone judges people who may be adults or
    children by their year of birth.
    """
    return pgtrigger.Trigger(
        name="fighters_renounce_first",
        operation=pgtrigger.UpdateOf("status"),
        when=pgtrigger.After,
        timing=pgtrigger.Deferred,
        condition=pgtrigger.Condition(
            "OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'admitted'"
        ),
        func=f"""
            IF EXISTS (
                SELECT FROM asylum_pathwaystage AS here
                WHERE here.stage = OLD.status AND 'admitted' = ANY(here.leads_to)
            ) AND NOT EXISTS (
                SELECT FROM asylum_asylumapplication AS claim
                WHERE claim.id = NEW.id AND claim.status = OLD.status
            ) AND EXISTS (
                SELECT FROM casework_individual AS person
                WHERE person.id = NEW.individual_id AND person.category = 'former_member'
                    AND person.birth_year + 18 < extract(year FROM NEW.status_on)
            ) AND NOT EXISTS (
                SELECT FROM asylum_renunciation AS paper
                WHERE paper.individual_id = NEW.individual_id AND paper.status = 'verified'
                    AND paper.wording = 'permanent' AND paper.verified_on <= NEW.status_on
            ) AND (
                SELECT demand.is_asked FROM asylum_renunciationdemand AS demand
                WHERE demand.individual_id = NEW.individual_id AND demand.on <= NEW.status_on
                    AND demand.withdrawn_at IS NULL
                ORDER BY demand.on DESC, demand.recorded_at DESC LIMIT 1
            ) IS DISTINCT FROM false AND NOT EXISTS (
                SELECT FROM asylum_applicationstatuschange AS step
                WHERE step.application_id = NEW.id AND step.status = 'admitted' AND step.is_override
                    AND {STEP_IS_NO_MISTAKE}
            ) THEN
                RAISE EXCEPTION 'a former member is admitted without a verified renunciation'
                    USING ERRCODE = 'check_violation', CONSTRAINT = 'fighters_renounce_first';
            END IF;
            RETURN NULL;
        """,  # noqa: S608
    )

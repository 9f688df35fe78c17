"""Saves a draft of the arrival of a cousin for each family."""

import uuid

from casework.arrivals.actions.drafts import save_draft


def fill(family, cast, by):
    typed = {
        "head-given_names": ["Yolimar"],
        "head-family_names": [family.named],
        "circumstances": [f"Viene con {family.sealed}"],
    }
    save_draft(typed=typed, submission=uuid.uuid4(), people=1, by=by)

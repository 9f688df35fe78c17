"""Somebody chose a photo in a form that was refused for something else."""

from accounts.models import User
from accounts.permissions import Permission
from casework.uploads.waiting import store_waiting
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    store_waiting(
        form=f"FileDocumentForm:{family.case.pk}",
        name=f"foto {family.named} {family.sealed}.txt",
        content=f"Dice en confianza {family.sealed}".encode(),
        permission=Permission.DOCUMENT_CHANGE,
        by=by,
    )

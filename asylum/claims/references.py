"""The authority's reference of a claim. Members of a family may share one; claims of two cases hardly do."""

from django.utils.translation import gettext as _

from accounts.models import User
from asylum.pathways.choices import ApplicationStatus
from asylum.procedure.models.application import AsylumApplication
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from vault.search import exact_token

REFERENCE = "application-reference"


class ReferenceInDoubt(ActionRefused):
    """A claim of another case has this reference; the form asks the user to confirm it."""


def token_of(reference: str, individual: Individual, *, is_sure: bool, by: User) -> int | None:
    """Returns the search token of the claim's reference; None without a reference.

    Unless the user `is_sure`, raises ReferenceInDoubt if another claim that `by` sees has the reference and is of
    nobody in the person's cases. Claims that `by` does not see raise nothing, because the question would reveal them.
    """
    if not reference:
        return None
    token = exact_token(reference, purpose=REFERENCE)
    members = FamilyMember.objects.on(by.today())
    family = members.filter(case__in=members.filter(individual=individual).values("case"))
    claims = AsylumApplication.objects.filter(reference_token=token).exclude(
        status=ApplicationStatus.MISTAKEN
    )
    others = claims.exclude(individual=individual).exclude(
        individual__in=family.values("individual")
    )
    other = others.visible_to(by).select_related("individual").first()
    if is_sure or other is None:
        return token
    person_in_words = f"{other.individual.display_name} ({other.individual.number})"
    refusal = _("The claim of %(whose)s, of another case, has this reference. Is it right here?")
    raise ReferenceInDoubt(refusal % {"whose": person_in_words}, field="is_sure")

"""The authority's reference of a claim: a family may share one, two cases hardly do."""

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
    """A claim of another case has this reference: asks for confirmation once."""


def token_of(reference: str, individual: Individual, *, is_sure: bool, by: User) -> int | None:
    """The search token of the claim's reference; None without one.

    Unless somebody `is_sure`, raises ReferenceInDoubt if a visible claim outside the person's cases has it. Claims out of
    sight are ignored: a question would reveal them.
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
    seen = others.visible_to(by).select_related("individual").first()
    if is_sure or seen is None:
        return token
    whose = f"{seen.individual.display_name} ({seen.individual.number})"
    refusal = _("The claim of %(whose)s, of another case, has this reference. Is it right here?")
    raise ReferenceInDoubt(refusal % {"whose": whose}, field="is_sure")

"""A case with open referrals stays open."""

from django.utils.translation import ngettext

from casework.models import Case, Referral


def open_referrals(case: Case) -> list[str]:
    """One sentence while a referral is a draft, sent or accepted."""
    number = Referral.objects.filter(case=case).open().count()
    if not number:
        return []
    return [
        ngettext(
            "%(number)d referral to a service outside is still open. Record what came of it first.",
            "%(number)d referrals to services outside are still open. Record what came of them first.",
            number,
        )
        % {"number": number}
    ]

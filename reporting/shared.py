"""Named lists that were downloaded while the consent was in force."""

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import AuditEvent, User
from casework.consents.choices import Purpose
from casework.consents.models import Consent
from casework.slots.obstacles import FollowUp
from pages.dates import short_date
from reporting.models import NamedListLine


def named_lists(consent: Consent, user: User) -> list[FollowUp]:
    """Sentences on the downloaded lists with that person, each with a link to the recipient: only its maker opens a list."""
    lines = NamedListLine.objects.filter(individual=consent.individual)
    if consent.purpose == Purpose.NAMED_EXPORT:
        lines = lines.filter(is_named=True)
    else:
        lines = lines.filter(named_list__purpose=consent.purpose)
    lines = lines.select_related("named_list__recipient")
    keys = [str(line.named_list_id) for line in lines]
    reads = AuditEvent.objects.filter(verb="named_list.read", about_id__in=keys)
    downloaded = set(reads.values_list("about_id", flat=True))
    return [
        FollowUp(
            _("List of %(day)s for %(organisation)s, downloaded")
            % {
                "day": short_date(timezone.localdate(line.named_list.prepared_at)),
                "organisation": line.named_list.recipient.name_in_exports,
            },
            reverse("organisation-detail", args=[line.named_list.recipient_id]),
        )
        for line in lines
        if str(line.named_list_id) in downloaded
    ]

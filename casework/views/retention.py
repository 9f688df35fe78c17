"""People whose file has been kept long enough, for who may erase them."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.filters import KeptFilter
from casework.models import DeadlineRule
from casework.querysets.retention import past_keeping
from casework.rules import retention
from pages.lists import list_page


@needs(Permission.INDIVIDUAL_ERASE)
def retention_list(request: HttpRequest) -> HttpResponse:
    """Whose keeping time is over, by the rule that is in force in the user's country."""
    user, today = request.user, request.user.today()
    country = user.office.country if user.office else ""
    rule = DeadlineRule.objects.in_force(retention.CODE, on=today, country=country)
    ended_by = retention.kept_until(rule, today)
    record_read("retention.listed", by=user, details={"page": request.GET.get("page", "1")[:6]})
    return list_page(
        request,
        past_keeping(user, ended_by=ended_by),
        filterset=KeptFilter,
        template="casework/retention_list.html",
        list_title=_("Kept long enough"),
        rule=rule if ended_by else None,
        empty_text=_("Nobody's file has been kept longer than the rule allows.")
        if ended_by
        else _("No rule of this country says how long files are kept."),
    )

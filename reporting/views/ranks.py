"""Former members by rank band and force."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from reporting.choices import SMALLEST_COUNT, Audience, Definition
from reporting.figures.ranks import by_rank_band, table_rows
from reporting.writing import legend


@permission_required(Permission.SERVICE_READ)
def rank_table(request: StaffRequest) -> HttpResponse:
    """The exact table of the user's cases; with `?as=public`, for readers of exact figures, the protected one."""
    user = request.user
    may_see_public = user.holds(Permission.REPORT_EXACT_READ)
    is_public = may_see_public and request.GET.get("as") == "public"
    smallest = SMALLEST_COUNT[Audience.PUBLIC] if is_public else 1
    record_read("figures.read", by=user, details={"public": is_public})
    people = Individual.objects.visible_to(user, Permission.SERVICE_READ)
    table, names = by_rank_band(people, k=smallest)
    return render(
        request,
        "reporting/ranks.html",
        {
            "definition": Definition.RANKS,
            "forces": [names.get(code, _("Not known")) for code in table.columns],
            "has_people": table.counts["total", "total"] > 0,
            "is_public": is_public,
            "legend": legend(smallest) if is_public else [],
            "lines": table_rows(table),
            "may_see_public": may_see_public,
            "smallest": smallest,
        },
    )

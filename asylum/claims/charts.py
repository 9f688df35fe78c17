"""The chart of claims by stage."""

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sight import computing_all_visible_rows
from asylum.pathways.choices import ApplicationStatus
from asylum.procedure.models.application import AsylumApplication
from pages.charts import Chart, pipeline


def stages_chart(user: User) -> Chart | None:
    """Returns a chart of the claims that the user sees, by stage in the order of the procedure; None without claims."""
    with computing_all_visible_rows():
        rows = AsylumApplication.objects.visible_to(user).order_by().values_list("status")
    numbers = dict(rows.annotate(number=Count("pk")))
    numbers.pop(ApplicationStatus.MISTAKEN, None)
    if not numbers:
        return None
    url = reverse("application-list")
    return pipeline(
        "claims-by-stage",
        _("Applications by stage"),
        [
            (stage.label, numbers.get(stage, 0), f"{url}?status={stage}")
            for stage in ApplicationStatus
            if stage != ApplicationStatus.MISTAKEN
        ],
        counted=_("Applications"),
    )

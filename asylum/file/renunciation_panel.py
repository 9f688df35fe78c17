"""The renunciation of each former member, on the page of the case."""

import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission as P
from asylum.file.of_case import query_about_claimants
from asylum.file.strips import by_person
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.renunciation import Renunciation, RenunciationDemand
from asylum.papers.rules import may_be_asked
from asylum.people.followed import people_followed
from asylum.procedure.models.application import AsylumApplication
from casework.children.querysets import surely_adult
from casework.register.models.case import Case
from casework.register.querysets.case import with_people_of
from casework.slots.holdings import holds
from casework.slots.panels import Fact, Harm
from pages.dates import short_date
from pages.questions import PLACEHOLDER
from pages.together import Rows


def _fallen() -> Any:
    claims = AsylumApplication.objects.filter(individual__in=[PLACEHOLDER]).under_a_renunciation()
    fallen = Renunciation.objects.filter(individual__in=claims.values("individual")).fallen()
    return fallen.values("pk", "individual", "status", "status_on")[:1]


class RenunciationPanel:
    """State and date of the paper of each adult former member. Leaves out relatives and children."""

    slug, title = "renunciation", gettext_lazy("Renunciation of military activity")
    permission = P.RENUNCIATION_READ
    page, template = "law", "asylum/panels/by_person.html"
    glances_at = Renunciation

    def context(self, case: Case, user: User) -> None:
        """Returns None: the lines are part of the strips, and the glance is in the head of the file."""

    def lines(self, case: Case, user: User) -> list[dict[str, Any]]:
        today = user.today()
        people = people_followed(case, user)
        rows, statements = (
            by_person(rows.filter(individual__in=people)) if holds(case, rows.model) else {}
            for rows in (
                Renunciation.objects.exclude(status=RenunciationStatus.MISTAKEN),
                RenunciationDemand.objects.standing(),
            )
        )
        return [
            {
                "person": person,
                "papers": rows.get(person.pk, []),
                "word": next(iter(statements.get(person.pk, [])), None),
            }
            for person in people
            if may_be_asked(person.category, is_adult=surely_adult(person, today))
        ]

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return query_about_claimants(case, user, _fallen)

    def glance(self, case: Case, user: User, fallen: Rows) -> list[Fact]:
        """Returns a fact about a refused or withdrawn paper of a person whose claim continued."""
        if not fallen:
            return []
        row = fallen[0]
        paper = Renunciation(
            pk=UUID(row["pk"]),
            individual_id=UUID(row["individual"]),
            status=row["status"],
            status_on=datetime.date.fromisoformat(row["status_on"]),
        )
        with_people_of([paper], people_followed(case, user))
        state = {"state": paper.get_status_display(), "day": short_date(paper.status_on)}
        return [
            Fact(
                _("Renunciation: %(state)s on %(day)s") % state,
                Harm.PAPER,
                "trouble",
                paper.get_absolute_url(),
                paper.status_on,
                (paper.individual.display_name,),
                _("Look at it"),
                paper.get_absolute_url(),
            )
        ]


renunciation = RenunciationPanel()

"""Privacy notice and legal basis of each person, on the page of papers; in the head of the file what is missing."""

import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.asking.missing import BASELESS, UNTOLD, is_for_a_child, perhaps_of_age, with_start
from casework.children.querysets import surely_adult
from casework.consents.choices import Ground, NoticeState
from casework.consents.models import FileBasis, PrivacyNotice
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.register.models.case import Case, FamilyMember
from casework.register.querysets.case import people_today
from casework.slots.holdings import cached_rows_on_file
from casework.slots.panels import Fact, Harm
from pages.questions import PLACEHOLDER, QueryByKeys
from pages.together import Rows
from reference.models import HouseText


def _lacking(today: datetime.date, is_open: bool) -> Any:
    members = FamilyMember.objects.filter(case=PLACEHOLDER).here_on(today).order_by()
    rows = with_start(members, today).filter(UNTOLD | BASELESS | perhaps_of_age(today))
    rows = rows.values("notice_state", "ground", "cannot_answer", "individual")
    return rows if is_open else rows.none()


class StartPanel:
    """Privacy notice and legal basis of each person."""

    slug, title = "lawful-start", gettext_lazy("Privacy notice and basis")
    permission = P.CONSENT_READ
    page = "papers"
    template = "casework/asking/start_panel.html"
    folded_without = ("lacks",)
    folded_as = gettext_lazy("everybody was told, and each file has its basis")

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = people_today(case, user)
        notices = cached_rows_on_file(case, people, PrivacyNotice, _notices, user.today())
        bases = cached_rows_on_file(case, people, FileBasis, _newest_and_mistaken, FileBasis)
        notices_by_person = {row.individual_id: row for row in notices if not row.is_mistake}
        bases_by_person = {row.individual_id: row for row in bases if not row.is_mistake}
        outdated = {key for key, row in notices_by_person.items() if row.is_of_older_text}
        lines = []
        for person in people:
            notice, basis = notices_by_person.get(person.pk), bases_by_person.get(person.pk)
            is_grown = basis is not None and (
                is_for_a_child(ground=basis.ground, cannot_answer=basis.cannot_answer)
                and surely_adult(person, user.today())
            )
            lines.append((person, notice, person.pk in outdated, basis, is_grown))
        return {
            "lines": lines,
            "lacks": not lines or any(_lacks(*line[1:]) for line in lines),
            "mistakes": [row for row in (*notices, *bases) if row.is_mistake],
            "corrections": corrections_of(*notices, *bases),
            "may_change": can(user, P.CONSENT_CHANGE, about=case),
        }

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return QueryByKeys(case.pk, _lacking, (user.today(), case.is_open))

    def glance(self, case: Case, user: User, lacking: Rows) -> list[Fact]:
        """Returns the numbers of people who were not told the notice, whose file has no legal basis, and who are of age now
        although somebody else consented for them."""
        untold = sum(row["notice_state"] == NoticeState.NOT_YET for row in lacking)
        baseless = sum(row["ground"] == Ground.NONE_YET for row in lacking)
        for_child = {
            row["individual"]
            for row in lacking
            if is_for_a_child(ground=row["ground"], cannot_answer=row["cannot_answer"])
        }
        grown = sum(
            str(each.pk) in for_child and surely_adult(each, user.today())
            for each in (people_today(case, user) if for_child else ())
        )
        may_change = bool(lacking and can(user, P.CONSENT_CHANGE, about=case))
        notice_words = ngettext("%(count)s without notice", "%(count)s without notice", untold)
        basis_words = ngettext("%(count)s without basis", "%(count)s without basis", baseless)
        grown_words = ngettext("%(count)s of age now to ask", "%(count)s of age now to ask", grown)
        return [
            Fact(
                words % {"count": count},
                Harm.LACKING,
                "warn",
                act=act,
                act_url=reverse(page, args=[case.number]) if may_change else "",
            )
            for count, words, act, page in (
                (untold, notice_words, _("Tell the notice"), "notice-tell"),
                (baseless, basis_words, _("Say the basis"), "basis-say"),
                (grown, grown_words, _("Ask the person"), "family-ask"),
            )
            if count
        ]


def _lacks(
    notice: PrivacyNotice | None, is_outdated: bool, basis: FileBasis | None, is_grown: bool
) -> bool:
    """Returns whether something is still to be done for the lawful start of a file."""
    is_told = notice is not None and notice.is_told and not is_outdated
    return not is_told or basis is None or basis.is_missing or is_grown


def _newest_and_mistaken(model: Any) -> Any:
    """Returns the newest row of each person, and all rows that were mistakes."""
    of_people = model.objects.filter(individual__in=[PLACEHOLDER])
    newest = of_people.newest().values("pk")
    return with_is_corrected(of_people.filter(Q(pk__in=newest) | Q(is_mistake=True)))


def _notices(today: datetime.date) -> Any:
    older = HouseText.objects.outdated(today).filter(pk=OuterRef("text"))
    notices = _newest_and_mistaken(PrivacyNotice).select_related("text")
    return notices.annotate(is_of_older_text=Exists(older))


start_panel = StartPanel()

"""The quick-log grid: one arrival with its head and the other people."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Team, User
from accounts.permissions import Permission
from casework.arrivals.forms.rows import (
    FIRST_FAMILY,
    ArrivingPersonForm,
    HeadForm,
    MemberForm,
    ServiceChoices,
)
from casework.consents.forms.answers import START_FIELDS, StartFields
from casework.corrections.forms import CorrectionForm
from casework.identity.actions.individuals import PersonRow
from casework.register.choices import EntryMode
from casework.register.models.arrival import Arrival
from casework.register.querysets.teams import teams_of
from pages.forms import (
    ActionForm,
    AsksOnceShown,
    DateField,
    DateTimeField,
    EditVersion,
    LongText,
    OncePerSubmission,
    TimeField,
    choose_from,
    field_of,
)
from pages.questions import cached_rows
from partners.choices import STATE_KINDS
from partners.models import Organisation
from reference.forms import OfferedChoice
from reference.models import CrossingPoint, RegionalDirectorate

BLANK_ROWS = 3

MOST_ROWS = 40

COPIED_FIELDS = ("crossing", "entry_mode", "directorate", "received_by")

FOLDED_FIELDS = ("is_stamped", "first_contact_by", "first_contact_at", "circumstances")


class EventFields(forms.Form):
    """Where and how people arrived, and who met them."""

    at_time = TimeField(label=_("At"), required=False)
    crossing = OfferedChoice(CrossingPoint, label=_("Crossing point"))
    entry_mode = forms.ChoiceField(
        label=_("Entry"), choices=EntryMode.choices, initial=EntryMode.UNKNOWN
    )
    directorate = OfferedChoice(RegionalDirectorate, label=_("Regional directorate"))
    received_by = forms.ModelChoiceField(
        Organisation.objects.filter(kind__in=STATE_KINDS),
        label=_("Received by"),
        required=False,
    )
    is_stamped = forms.NullBooleanField(
        label=_("Stamped on entry"),
        help_text=_("Who came without a stamp is logged like everybody; the legal terms run."),
        widget=forms.NullBooleanSelect,
        required=False,
    )
    first_contact_by = forms.ModelChoiceField(
        Organisation.objects.filter(kind__in=STATE_KINDS),
        label=_("First contact with"),
        required=False,
    )
    first_contact_at = DateTimeField(label=_("First contact at"), required=False)
    circumstances = LongText(label=_("Circumstances"), required=False)


class ArrivalForm(OncePerSubmission, EventFields, StartFields, ActionForm):
    """When, where and how the people arrived, the privacy notice they were told, and the legal basis of their files.

    `last` is the arrival that the user logged before; its team is preselected. Its place and entry are copied only on
    request, because they may differ.
    """

    NOT_FOR_THE_ACTION = frozenset()
    field_order = ("on",)

    on = DateField(label=_("Arrived on"), past_only=True)
    team = forms.ModelChoiceField(Team.objects.none(), label=_("Team"))

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        user: User,
        last: Arrival | None = None,
    ) -> None:
        super().__init__(data, initial={"on": user.today()})
        teams = teams_of(user, Permission.CASE_LOG)
        choose_from(self, "team", teams)
        field_of(self, "team").empty_label = None
        self.offer_texts(user.today())
        if len(teams) == 1:
            self.fields["team"].widget = forms.HiddenInput()
            self.initial["team"] = teams[0].pk
        elif last:
            self.initial["team"] = last.case.team_id

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        facts = {name: fact for name, fact in arguments.items() if name not in START_FIELDS}
        return {**facts, "start": self.start}

    @property
    def main(self) -> list[forms.BoundField]:
        folded = {*FOLDED_FIELDS, *START_FIELDS}
        return [bound for bound in self.visible_fields() if bound.name not in folded]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in FOLDED_FIELDS]

    @property
    def start_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in START_FIELDS]

    @property
    def has_more(self) -> bool:
        return is_touched(self.more)

    @property
    def has_start(self) -> bool:
        return is_touched(self.start_fields)


def last_arrival_logged_by(user: User) -> Arrival | None:
    """Returns the last arrival that this user logged, or None. A user at a bridge can copy its place with one click."""
    return next(iter(cached_rows(_last_logged, user)), None)


def _last_logged(user: User) -> Any:
    arrivals = Arrival.objects.filter(logged_by=user).order_by("-logged_at")
    return arrivals.select_related("crossing", "case")[:1]


def copied_facts(arrival: Arrival) -> dict[str, str]:
    """Returns place and entry of that arrival as form data, without places and organisations no longer in use."""
    facts = {name: getattr(arrival, name) for name in COPIED_FIELDS}
    return {
        name: str(getattr(value, "pk", value))
        for name, value in facts.items()
        if value and not getattr(value, "ended_on", None)
    }


def is_touched(folded: list[forms.BoundField]) -> bool:
    """Whether one of these fields was filled in, or has an error."""
    return any(bound.errors or bound.value() not in (None, "", "unknown") for bound in folded)


class CorrectArrivalForm(AsksOnceShown, EditVersion, EventFields, CorrectionForm):
    """Completes or corrects an arrival on file. Shows the terms that would move before it saves."""

    field_order = ("on", "reason")

    on = DateField(
        label=_("Arrived on"),
        past_only=True,
        help_text=_("The opening of the case, who belongs to it and the legal terms move along."),
    )

    def __init__(self, *args: Any, arrival: Arrival) -> None:
        names = ("on", *EventFields.base_fields)
        self.row = arrival
        stored = {name: getattr(arrival, name) for name in names}
        super().__init__(*args, initial=stored | {"version": arrival.version})


def with_group_switched(data: QueryDict) -> QueryDict:
    """Returns form data switched from one family to a group or back; in a group the first row gets a letter."""
    data = data.copy()
    if data.pop("is_group", None) is None:
        data["is_group"] = "1"
        data.setdefault("head-family", FIRST_FAMILY)
    return data


MemberFormSet = forms.formset_factory(
    MemberForm, extra=0, max_num=MOST_ROWS, absolute_max=MOST_ROWS
)


class ArrivalGrid:
    """The forms of the page: the arrival, the head and the other people. Invalid input is shown again.

    In a group each row names its family by a letter; the first row of each family is its head.
    """

    def __init__(
        self,
        user: User,
        data: QueryDict | None = None,
        *,
        rows_added: int = 0,
        is_group: bool = False,
        searched_names: Mapping[str, str] | None = None,
    ) -> None:
        if data is not None and "switch" in data:
            data = with_group_switched(data)
        self.is_group = bool(data.get("is_group")) if data is not None else is_group
        if data is not None and rows_added:
            data = data.copy()
            typed = data.get("member-TOTAL_FORMS", "0")
            total = min(MOST_ROWS, (int(typed) if typed.isdecimal() else 0) + rows_added)
            data["member-TOTAL_FORMS"] = str(total)
        self.last = last_arrival_logged_by(user)
        if data is not None and self.last and "like_last" in data:
            data = data.copy()
            data.update(copied_facts(self.last))
        # The answers about possible duplicates, below the rows.
        self.duplicate_choices = data.getlist("duplicate") if data is not None else []
        self.arrival = ArrivalForm(data, user=user, last=self.last)
        on = today = user.today()
        if data is not None and self.arrival.is_valid():
            on = self.arrival.cleaned_data["on"]
        row_arguments = {
            "on": on,
            "today": today,
            "service": ServiceChoices(),
            "is_group": self.is_group,
        }
        # The names that the user searched for without a result; the user checks and corrects them.
        self.head = HeadForm(data, prefix="head", initial=searched_names, **row_arguments)
        self.members = MemberFormSet(
            data,
            prefix="member",
            form_kwargs={**row_arguments, "use_required_attribute": False},
            initial=[{} for _row in range(BLANK_ROWS)],
            error_messages={"too_many_forms": self.limit},
        )

        if data is not None and self.is_group:
            self._label_families()

    def _label_families(self) -> None:
        """Sets on each row, valid or not, the sentence that names the family it would belong to."""
        heads: dict[str, str] = {}
        letter = FIRST_FAMILY
        for form in [self.head, *self.members]:
            letter = form.typed("family").upper() or letter
            name = f"{form.typed('given_names')} {form.typed('family_names')}".strip()
            if letter in heads:
                words = {"letter": letter, "name": heads[letter]}
                form.comes_with = gettext("Family {letter}: {name}").format(**words)
            heads.setdefault(letter, name)

    @property
    def limit(self) -> str:
        """The sentence that says how many people one page takes, and where to log the others."""
        return _(
            "One arrival takes %(number)s people at most. Save these, then add the others to the family, "
            "or log them as a further arrival."
        ) % {"number": MOST_ROWS + 1}

    @property
    def is_full(self) -> bool:
        return len(self.members.forms) >= MOST_ROWS

    @property
    def people(self) -> int:
        """The number of rows about somebody, valid or not."""
        return sum(form.is_about_somebody() for form in [self.head, *self.members])

    def is_valid(self) -> bool:
        are_valid = [self.arrival.is_valid(), self.head.is_valid(), self.members.is_valid()]
        # Lists, not generators: each call adds an error to its row, and the user sees all of them at once.
        unanswered = [form for form in self._heads() if form.asks_for_service()]
        unanswered += [form for form in self._heads() if form.asks_if_first()]
        unanswered += [form for form in self._people()[1:] if form.asks_for_family()]
        for head, *other_forms in self._forms_by_family():
            unanswered += [form for form in other_forms if form.asks_for_ages(head)]
        return all(are_valid) and not unanswered

    def rows(self) -> list[PersonRow]:
        """Returns the people of a valid grid, the head first."""
        return [row for family in self.families() for row in family]

    def families(self) -> list[list[PersonRow]]:
        """Returns the people of a valid grid by family, each head first.

        A row with a relation and no letter belongs to the family of the row above.
        """
        return [
            [form.row(is_head=place == 0) for place, form in enumerate(forms)]
            for forms in self._forms_by_family()
        ]

    def prefixes_in_order(self) -> list[str]:
        """Returns the form prefixes of a valid grid's rows, in the order in which its people are saved."""
        return [str(form.prefix) for forms in self._forms_by_family() for form in forms]

    def _forms_by_family(self) -> list[list[ArrivingPersonForm]]:
        families: dict[str, list[ArrivingPersonForm]] = {}
        letter = FIRST_FAMILY
        for form in self._people():
            letter = form.cleaned_data.get("family", "").upper() or letter
            families.setdefault(letter, []).append(form)
        return list(families.values())

    def _heads(self) -> list[ArrivingPersonForm]:
        return [forms[0] for forms in self._forms_by_family()]

    def _people(self) -> list[ArrivingPersonForm]:
        return [self.head, *(form for form in self.members if form.is_about_somebody())]

    @property
    def has_errors(self) -> bool:
        return bool(
            self.arrival.errors
            or self.head.errors
            or any(self.members.errors)
            or self.members.non_form_errors()
        )

    def errors_by_row(self) -> list[tuple[int, forms.BoundField, str]]:
        """Returns row number from 1, field and sentence of every error in the rows."""
        return [
            (place, bound, error)
            for place, form in enumerate([self.head, *self.members], start=1)
            for bound in form
            for error in bound.errors
        ]

"""Identity, exposure and plans to travel on: sections of a person's page, timeline, extracts and API."""

from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import cached_per_request
from accounts.models import User
from accounts.permissions import Permission as P
from casework.corrections.models import Correction
from casework.corrections.slots import corrections_of, records_corrected, with_is_corrected
from casework.identity.choices import FIELDS_OF
from casework.identity.models import (
    AnonymityWish,
    ContactAbroad,
    FactChange,
    MediaRestriction,
    OnwardPlan,
)
from casework.register.models.alias import Alias
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.extract import (
    WHY_NO_SEARCH_HASHES,
    WHY_NO_THIRD_PERSONS,
    ExtractPart,
    LeftOut,
    rows_about,
)
from casework.slots.holdings import holds_about
from casework.slots.sections import AT_ANY_AGE
from casework.slots.timeline import Event, TimelineSource, event_source_of_members
from pages.questions import PLACEHOLDER, cached_rows

identity_documents_resource = Resource(
    "identity-documents",
    IdentityDocument,
    P.INDIVIDUAL_READ,
    "individual",
    (
        *PERSON_FIELDS,
        "type",
        "country",
        "valid_from",
        "valid_until",
        "states_work_right",
        "ended_on",
    ),
    ("type", "country", "states_work_right"),
    "valid_until",
)

onward_plans_resource = Resource(
    "onward-plans",
    OnwardPlan,
    P.INDIVIDUAL_READ,
    "individual",
    (*PERSON_FIELDS, "status", "country", "recorded_at", "replaces"),
    ("status", "country"),
    "recorded_at",
)

individual_extract = ExtractPart(
    Individual,
    _("Identity and contact"),
    left_out={"name_tokens": WHY_NO_SEARCH_HASHES},
    first=[
        "number",
        "given_names",
        "family_names",
        "alias",
        "category",
        "is_service_asked",
        "sex",
        "born_on",
        "birth_year",
        "birth_precision",
        "nationality",
        "second_nationality",
    ],
    rows=rows_about(Individual, "pk"),
)

identity_document_extract = ExtractPart(
    IdentityDocument,
    _("Identity documents"),
    ["number"],
    {"number_token": WHY_NO_SEARCH_HASHES, "tail_token": WHY_NO_SEARCH_HASHES},
)

# An extract leaves out former and hidden names.
alias_extract = ExtractPart(
    Alias,
    _("Other names"),
    ["name"],
    rows=rows_about(Alias, is_mistake=False, is_hidden=False, change=None),
)

fact_change_left_out = LeftOut(
    FactChange,
    _(
        "What a name, the sex or the nationality was before: it is said to the person, and printed nowhere."
    ),
)

name_extracts = (alias_extract, fact_change_left_out)

contact_abroad_extract = ExtractPart(
    ContactAbroad,
    _("Contacts abroad"),
    left_out={"name": WHY_NO_THIRD_PERSONS, "phone": _("Phones of other people.")},
    first=["relation"],
)

onward_plan_extract = ExtractPart(OnwardPlan, _("Plans to travel on"), ["note"], first=["country"])

media_restriction_extract = ExtractPart(
    MediaRestriction,
    _("Wishes about media"),
    ["note"],
    rows=rows_about(MediaRestriction, is_mistake=False),
)


class IdentitySection:
    slug, title = "identity", _("Identity")
    permission, change = P.INDIVIDUAL_READ, P.INDIVIDUAL_CHANGE
    template = "casework/identity/identity_section.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        changes: list[Any] = []
        if holds_about(individual, user, FactChange):
            changes = list(individual.fact_changes.all())
        corrections = _corrections_among([individual, *changes], individual, user)
        return {
            "age": individual.age_on(user.today()),
            "changes": [each for each in changes if not each.is_mistake],
            "corrections": _without_hidden(corrections, changes),
        }


def _corrections_among(rows: list[Any], individual: Individual, user: User) -> list[Correction]:
    """Returns the corrections of these rows of the person."""
    keys = {str(row.pk) for row in rows}
    return [each for each in _record_corrections(individual, user) if str(each.about_id) in keys]


# The models whose corrections the sections of a person's record show.
RECORD_LABELS = [model._meta.label_lower for model in (Individual, FactChange, IdentityDocument)]


def with_is_record_corrected(people: Any) -> Any:
    """Annotates `is_record_corrected`, which saves pages of people without corrections a query."""
    corrections = Correction.objects.filter(individual=OuterRef("pk"), about_type__in=RECORD_LABELS)
    return people.annotate(is_record_corrected=Exists(corrections))


@cached_per_request
def _record_corrections(individual: Individual, user: User) -> list[Correction]:
    """Returns the corrections of a person's record, facts and papers: fetched once for the sections of a page."""
    if not getattr(individual, "is_record_corrected", True):
        return []
    return cached_rows(_corrections, values={PLACEHOLDER: individual.pk})


def _corrections() -> Any:
    rows = Correction.objects.filter(individual=PLACEHOLDER, about_type__in=RECORD_LABELS)
    return rows.select_related("by", "individual")


def _without_hidden(corrections: list[Correction], changes: list[FactChange]) -> list[Correction]:
    """Returns the corrections, without those that would show an earlier value that was hidden later."""
    hidden = [
        (each.recorded_at, set(FIELDS_OF[each.fact]))
        for each in changes
        if each.is_hidden and each.fact and not each.is_mistake
    ]
    return [
        each
        for each in corrections
        if not any(each.at < since and fields & set(each.fields) for since, fields in hidden)
    ]


class PapersSection:
    slug, title = "papers", _("Identity documents")
    permission, change = P.INDIVIDUAL_READ, P.INDIVIDUAL_CHANGE
    template = "casework/identity/papers_section.html"
    is_aside = True

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        today = user.today()
        is_held = holds_about(individual, user, IdentityDocument)
        papers = cached_rows(_papers, values={PLACEHOLDER: individual.pk}) if is_held else []
        corrections = [
            each
            for each in _corrections_among(papers, individual, user)
            # The full number of a paper that the person no longer holds is not shown.
            if "number" not in each.fields
            or each.about_id in {p.pk for p in papers if not p.ended_on}
        ]
        return {
            "corrections": corrections,
            "papers": [
                (paper, paper.is_expired_on(today)) for paper in papers if not paper.ended_on
            ],
            "former": [paper for paper in papers if paper.ended_on],
        }


def _papers() -> Any:
    return IdentityDocument.objects.filter(individual=PLACEHOLDER)


class ExposureSection:
    slug, title = "exposure", _("Anonymity and media")
    permission, change = P.INDIVIDUAL_READ, P.INDIVIDUAL_CHANGE
    template = "casework/identity/exposure_section.html"
    is_aside = True
    folded_below_age = AT_ANY_AGE

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        today = user.today()
        wishes: list[Any] = []
        annotated: list[Any] = []
        if holds_about(individual, user, AnonymityWish):
            wishes = list(with_is_corrected(individual.anonymity_wishes.all()))
        if holds_about(individual, user, MediaRestriction):
            restrictions = individual.media_restrictions.select_related("authority")
            in_use = restrictions.standing().in_use(today).filter(pk=OuterRef("pk"))
            annotated = list(with_is_corrected(restrictions.annotate(is_in_use=Exists(in_use))))
        return {
            "wish": next((wish for wish in wishes if not wish.ended_on), None),
            "media": [each for each in annotated if each.is_in_use],
            "past_wishes": [wish for wish in wishes if wish.ended_on],
            "past_media": [each for each in annotated if not each.is_in_use],
            "corrections": corrections_of(*wishes, *annotated),
        }


class OnwardSection:
    slug, title = "onward", _("Abroad and onward")
    permission, change = P.INDIVIDUAL_READ, P.INDIVIDUAL_CHANGE
    template = "casework/identity/onward_section.html"
    is_aside = True
    folded_below_age = AT_ANY_AGE

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        contacts: list[Any] = []
        plans: list[Any] = []
        if holds_about(individual, user, ContactAbroad):
            contacts = list(individual.contacts_abroad.all())
        if holds_about(individual, user, OnwardPlan):
            plans = list(individual.onward_plans.all())
        replaced = {plan.replaces_id for plan in plans}
        plan = next((each for each in plans if each.pk not in replaced), None)
        return {
            "contacts": [each for each in contacts if not each.ended_on],
            "past_contacts": [each for each in contacts if each.ended_on],
            "plan": plan,
            "past_plans": [each for each in plans if each != plan],
        }


def _wish_event(wish: AnonymityWish) -> Event:
    return Event(
        wish.wished_on,
        gettext("Asked for anonymity"),
        sentence=gettext("A wish for anonymity was recorded for %(whom)s"),
    )


def _withdrawn_wish_event(wish: AnonymityWish) -> Event:
    return Event(
        wish.ended_on or wish.wished_on,
        gettext("Took the wish for anonymity back"),
        sentence=gettext("It was recorded that the wish for anonymity of %(whom)s is taken back"),
    )


def _media_event(restriction: MediaRestriction) -> Event:
    return Event(
        restriction.on,
        gettext("Does not talk to the media"),
        new=restriction.get_reason_display(),
        sentence=gettext("%(whom)s does not talk to the media: %(new)s"),
    )


def _plan_event(plan: OnwardPlan) -> Event:
    return Event(
        plan.recorded_at,
        gettext("Plan to travel on"),
        new=plan.get_status_display(),
        sentence=gettext("%(who)s recorded the plan of %(whom)s to travel on: %(new)s"),
    )


def _change_event(change: FactChange) -> Event:
    """Returns the event of a change. For a hidden one it names neither the fact nor the former value."""
    if change.is_hidden:
        return Event(
            change.recorded_at,
            gettext("Something changed, and what stood before is hidden"),
            sentence=gettext(
                "%(who)s recorded of %(whom)s that something changed; what stood before is hidden"
            ),
        )
    words = {
        "fact": change.fact.label if change.fact else "—",
        "since": "".join(change.since_in_words) or "—",
    }
    return Event(
        change.recorded_at,
        gettext("Changed: %(fact)s, since %(since)s") % words,
        old=change.was_in_words,
        sentence=gettext(
            "%(who)s recorded of %(whom)s a change since %(since)s. %(fact)s, before: %(old)s"
        ),
        words=words,
    )


wishes_timeline = TimelineSource(
    "wishes",
    gettext_lazy("Wishes and plans"),
    P.INDIVIDUAL_READ,
    (
        event_source_of_members(
            AnonymityWish, P.INDIVIDUAL_READ, "wished_on", _wish_event, fields=()
        ),
        event_source_of_members(
            AnonymityWish, P.INDIVIDUAL_READ, "ended_on", _withdrawn_wish_event, by="", fields=()
        ),
        event_source_of_members(
            MediaRestriction,
            P.INDIVIDUAL_READ,
            "on",
            _media_event,
            fields=("reason",),
            is_mistake=False,
        ),
        event_source_of_members(
            OnwardPlan, P.INDIVIDUAL_READ, "recorded_at", _plan_event, fields=("status",)
        ),
        event_source_of_members(
            FactChange, P.INDIVIDUAL_READ, "recorded_at", _change_event, is_mistake=False
        ),
        records_corrected,
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "alias.added": _("added a name by which a person is known"),
    "alias.ended": _("recorded that a name is no longer used"),
    "alias.corrected": _("corrected a name by which a person is known"),
    "anonymity.corrected": _("corrected the days of a wish for anonymity"),
    "anonymity.alias_changed": _("changed the alias of somebody who asked for anonymity"),
    "anonymity.ended": _("recorded that a wish for anonymity was taken back"),
    "anonymity.wished": _("recorded a wish for anonymity"),
    "contact_abroad.added": _("added a contact abroad"),
    "contact_abroad.corrected": _("corrected a contact abroad"),
    "contact_abroad.ended": _("recorded that a contact abroad ended"),
    "document.added": _("added a document"),
    "document.corrected": _("corrected what stands on a document"),
    "document.end_corrected": _("corrected how a document ended"),
    "document.ended": _("recorded that a document is no longer held"),
    "document.replaced": _("filed a newer version of a document"),
    "former.read": _("looked at what is hidden of a person"),
    "individual.change_corrected": _("corrected what was recorded as changed about a person"),
    "individual.changed": _("recorded that facts of a person changed"),
    "individual.age_confirmed": _("said that the age on file is right"),
    "individual.corrected": _("corrected a person's record"),
    "individual.listed": _("looked at the list of people"),
    "individual.named": _("recorded the name of a newborn child"),
    "individual.read": _("opened a person's record"),
    "languages.recorded": _("recorded the languages of a person"),
    "media.corrected": _("corrected what is on file about silence towards the media"),
    "media.lifted": _("recorded that a person may talk to the media again"),
    "media.restricted": _("recorded that a person does not talk to the media"),
    "onward.recorded": _("recorded a plan to travel on"),
}

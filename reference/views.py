"""Pages of reference lists: rules of law with their sources, crossings, forces and ranks."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, needs
from accounts.pages import form_page
from accounts.permissions import Permission
from pages.answers import answer
from pages.filters import YearForm, say_unknown
from reference import actions, forms, law
from reference.calendar import would_move
from reference.choices import Country, TextLanguage, countries
from reference.models import (
    CrossingPoint,
    DeadlineRule,
    Force,
    HouseText,
    Municipality,
    PublicHoliday,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
    TermSuspension,
    WorkRule,
)
from reference.models.lists import reads_spanish

# Fields that a new version does not take over.
UNREAD = ("valid_from", "valid_to", "legal_reference", "source", "confidence")

Row = TypeVar("Row", bound=Model)


@needs(Permission.INBOX_READ)
def catalogue(request: StaffRequest) -> HttpResponse:
    """All lists on one page, for everybody; rows link to their form for users who may change them."""
    return render(
        request,
        "reference/catalogue.html",
        {
            "rules": DeadlineRule.objects.order_by("country", "code", "valid_from"),
            "work_rules": WorkRule.objects.all(),
            "crossings": CrossingPoint.objects.select_related("municipality"),
            "directorates": RegionalDirectorate.objects.prefetch_related("departments"),
            "forces": Force.objects.all(),
            "ranks": Rank.objects.all(),
            "municipalities": Municipality.objects.select_related("department"),
            "instruments": SanctionInstrument.objects.all(),
            "may_change": request.user.holds(Permission.CATALOGUE_CHANGE),
        },
    )


@needs(Permission.INBOX_READ)
def working_calendar(request: StaffRequest) -> HttpResponse:
    """Suspensions of terms, and the public holidays of a year (`?year=`), by default this one."""
    form = YearForm(request.GET)
    say_unknown(form, request.GET)
    year = form.cleaned_data.get("year") or request.user.today().year
    return render(
        request,
        "reference/working_calendar.html",
        {
            "form": form,
            "year": year,
            "holidays": PublicHoliday.objects.filter(on__year=year).order_by("on", "country"),
            "suspensions": TermSuspension.objects.all(),
            "in_force": TermSuspension.objects.in_use().count(),
            "may_change": request.user.holds(Permission.CATALOGUE_CHANGE),
        },
    )


@needs(Permission.INBOX_READ)
def text_list(request: StaffRequest) -> HttpResponse:
    """Texts that are read to people, each with its versions. No row is about a person."""
    texts: dict[str, list[HouseText]] = {}
    for text in HouseText.objects.filter(language=_language()):
        texts.setdefault(text.code, []).append(text)
    return render(
        request,
        "reference/text_list.html",
        {
            "texts": list(texts.values()),
            "may_change": request.user.holds(Permission.CATALOGUE_CHANGE),
        },
    )


@needs(Permission.INBOX_READ)
def text_read(request: StaffRequest, pk: int) -> HttpResponse:
    """One version in every language, to be read aloud, shown or printed."""
    text = get_object_or_404(HouseText, pk=pk)
    wordings = HouseText.objects.same_version(text)
    newest = HouseText.objects.filter(code=text.code).order_by("-version")[0]
    return render(
        request,
        "reference/text_read.html",
        {
            "text": wordings.get(_language(), text),
            "wordings": [wordings[language] for language in sorted(wordings, reverse=True)],
            "newest": newest if newest.version > text.version else None,
            "may_change": request.user.holds(Permission.CATALOGUE_CHANGE),
        },
    )


def _language() -> str:
    return TextLanguage.SPANISH if reads_spanish() else TextLanguage.ENGLISH


@needs(Permission.CATALOGUE_CHANGE)
def text_version_add(request: StaffRequest, pk: int) -> HttpResponse:
    """A new version, prefilled with the last one."""
    text = get_object_or_404(HouseText, pk=pk)
    newest = HouseText.objects.filter(code=text.code).order_by("-version")[0]
    initial = {
        f"{name}_{each.language}": getattr(each, name)
        for each in HouseText.objects.same_version(newest).values()
        for name in ("title", "body")
    }
    return answer(
        request,
        forms.TextVersionForm(request.POST or None, initial=initial),
        actions.add_text_version,
        text,
        title=_("New version of the text"),
        lead=str(newest),
        back=reverse("text-list"),
        done=_("The version is on file. What was read before stays as it was read."),
    )


def _row_of(rows: type[Row] | QuerySet[Row]) -> Callable[[StaffRequest, Any], Row]:
    """A finder without a visibility check: lists are the same for everybody."""
    return lambda request, key: get_object_or_404(rows, pk=key)


def _about_rule(rule: DeadlineRule) -> str:
    return f"{dict(countries()).get(rule.country, rule.country)} · {rule.trigger_event} → {rule.target_event}"


def _and_terms(words: Promise) -> Callable[[Any], str]:
    """The message after an action, with the number of running terms that got another day."""

    def said(row: Any) -> str:
        if row.terms_moved is None:
            return str(words)
        moved = _("Running terms that got another day: %(number)d.") % {"number": row.terms_moved}
        told = _("Whoever follows them is told.") if row.terms_moved else ""
        return f"{words} {moved} {told}".rstrip()

    return said


page_that_corrects = partial(
    form_page,
    Permission.CATALOGUE_CHANGE,
    is_filled=True,
    back="catalogue",
    done=_("The change is saved."),
)
page_about_a_rule = partial(
    page_that_corrects,
    about=_row_of(DeadlineRule),
    lead=_about_rule,
    template="reference/rule_form.html",
)
rule_correct = page_about_a_rule(
    forms.RuleForm,
    law.correct_rule,
    title=_("Correct the rule"),
    done=_and_terms(_("The rule is corrected.")),
)
rule_version_add = page_about_a_rule(
    forms.RuleVersionForm,
    law.add_rule_version,
    but_empty=(*UNREAD, "perhaps_superseded_by", "verified_by", "verified_on"),
    title=_("New version of the rule"),
    done=_and_terms(_("The version is on the list. Terms that ran before it keep their day.")),
)
work_rule_correct = page_that_corrects(
    forms.WorkRuleForm,
    law.correct_work_rule,
    about=_row_of(WorkRule),
    title=_("Correct what the law says about work"),
    lead=str,
)
work_rule_version_add = page_that_corrects(
    forms.WorkRuleVersionForm,
    law.add_work_rule_version,
    about=_row_of(WorkRule),
    but_empty=(*UNREAD, "allows"),
    title=_("The law about work changes"),
    lead=str,
    done=_("It counts from its day on."),
)
crossing_correct = page_that_corrects(
    forms.CrossingForm,
    actions.correct_crossing,
    about=_row_of(CrossingPoint),
    title=_("Correct the crossing point"),
)
force_correct = page_that_corrects(
    forms.ForceForm, actions.correct_force, about=_row_of(Force), title=_("Correct the force")
)
rank_correct = page_that_corrects(
    forms.RankForm, actions.correct_rank, about=_row_of(Rank), title=_("Correct the rank")
)
directorate_correct = page_that_corrects(
    forms.DirectorateForm,
    actions.correct_directorate,
    about=_row_of(RegionalDirectorate),
    title=_("Correct the directorate"),
)

municipality_correct = page_that_corrects(
    forms.MunicipalityForm,
    actions.correct_municipality,
    about=_row_of(Municipality),
    title=_("Correct the municipality"),
    lead=lambda row: row.code,
)


holiday_correct = page_that_corrects(
    forms.HolidayForm,
    law.correct_holiday,
    about=_row_of(PublicHoliday),
    title=_("Correct the public holiday"),
    lead=lambda holiday: date_format(holiday.on),
    back="working-calendar",
    done=_and_terms(_("The change is saved.")),
)


def _what_goes_back(row: TermSuspension) -> str:
    words = {
        "days": f"{date_format(row.starts_on)} – {date_format(row.through_on)}",
        "country": Country(row.country).label,
        "law": row.legal_reference,
        "number": would_move(row.country, without=row),
    }
    return (
        _(
            "%(days)s, %(country)s: %(law)s. Running terms that get their earlier day back: %(number)d."
            " Country, days and source are not put right here: take it back and enter it anew."
        )
        % words
    )


suspension_withdraw = form_page(
    Permission.CATALOGUE_CHANGE,
    forms.WithdrawSuspensionForm,
    law.withdraw_suspension,
    about=_row_of(TermSuspension.objects.filter(withdrawn_on=None)),
    title=_("Take back the suspension of terms"),
    lead=_what_goes_back,
    submit=_("Annul"),
    back="working-calendar",
    done=_and_terms(_("The suspension is taken back.")),
)

page_that_adds = partial(
    form_page,
    Permission.CATALOGUE_CHANGE,
    back="catalogue",
    done=_("It is on the list, and forms offer it from now on."),
)
crossing_add = page_that_adds(
    forms.NewCrossingForm, actions.add_crossing, title=_("New crossing point")
)
directorate_add = page_that_adds(
    forms.NewDirectorateForm, actions.add_directorate, title=_("New directorate")
)
force_add = page_that_adds(forms.NewForceForm, actions.add_force, title=_("New force"))
rank_add = page_that_adds(forms.NewRankForm, actions.add_rank, title=_("New rank"))
municipality_add = page_that_adds(
    forms.NewMunicipalityForm, actions.add_municipality, title=_("New municipality")
)
instrument_add = page_that_adds(
    forms.NewInstrumentForm, actions.add_instrument, title=_("New decree or order")
)
holiday_add = page_that_adds(
    forms.NewHolidayForm,
    law.add_holiday,
    title=_("New public holiday"),
    back="working-calendar",
    done=_and_terms(_("The day is in the calendar.")),
)
suspension_add = page_that_adds(
    forms.SuspensionForm,
    law.add_suspension,
    title=_("New suspension of terms"),
    back="working-calendar",
    done=_and_terms(_("The suspension is in the calendar.")),
)

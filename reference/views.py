"""Views of reference lists, rules of law, the working calendar, and texts that are read to people."""

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

from accounts.access import StaffRequest, permission_required
from accounts.pages import form_page
from accounts.permissions import Permission
from pages.answers import form_response
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
from reference.models.lists import is_spanish_active

# Fields that are empty in the form of a new version, because they differ in each.
EMPTY_IN_NEW_VERSION = ("valid_from", "valid_to", "legal_reference", "source", "confidence")

Row = TypeVar("Row", bound=Model)


@permission_required(Permission.INBOX_READ)
def catalogue(request: StaffRequest) -> HttpResponse:
    """All lists on one page. Rows link to their form for users who may change them."""
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


@permission_required(Permission.INBOX_READ)
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


@permission_required(Permission.INBOX_READ)
def text_list(request: StaffRequest) -> HttpResponse:
    """Texts that are read to people, each with its versions."""
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


@permission_required(Permission.INBOX_READ)
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
    return TextLanguage.SPANISH if is_spanish_active() else TextLanguage.ENGLISH


@permission_required(Permission.CATALOGUE_CHANGE)
def text_version_add(request: StaffRequest, pk: int) -> HttpResponse:
    """Adds a version; the form starts with the newest one."""
    text = get_object_or_404(HouseText, pk=pk)
    newest = HouseText.objects.filter(code=text.code).order_by("-version")[0]
    initial = {
        f"{name}_{each.language}": getattr(each, name)
        for each in HouseText.objects.same_version(newest).values()
        for name in ("title", "body")
    }
    return form_response(
        request,
        forms.TextVersionForm(request.POST or None, initial=initial),
        actions.add_text_version,
        text,
        title=_("New version of the text"),
        lead=str(newest),
        back=reverse("text-list"),
        done=_("The version is on file. What was read before stays as it was read."),
    )


def _find_in(rows: type[Row] | QuerySet[Row]) -> Callable[[StaffRequest, Any], Row]:
    """Returns a function that finds the row of a URL key. It checks no visibility: all users see these lists."""
    return lambda request, key: get_object_or_404(rows, pk=key)


def _rule_in_words(rule: DeadlineRule) -> str:
    return f"{dict(countries()).get(rule.country, rule.country)} · {rule.trigger_event} → {rule.target_event}"


def _with_moved_terms(words: Promise) -> Callable[[Any], str]:
    """Returns a function that makes the message after an action: `words`, and how many running terms got another day."""

    def message(row: Any) -> str:
        if row.terms_moved is None:
            return str(words)
        moved = _("Running terms that got another day: %(number)d.") % {"number": row.terms_moved}
        notice = _("Whoever follows them is told.") if row.terms_moved else ""
        return f"{words} {moved} {notice}".rstrip()

    return message


correct_page = partial(
    form_page,
    Permission.CATALOGUE_CHANGE,
    is_filled=True,
    back="catalogue",
    done=_("The change is saved."),
)
rule_page = partial(
    correct_page,
    about=_find_in(DeadlineRule),
    lead=_rule_in_words,
    template="reference/rule_form.html",
)
rule_correct = rule_page(
    forms.RuleForm,
    law.correct_rule,
    title=_("Correct the rule"),
    done=_with_moved_terms(_("The rule is corrected.")),
)
rule_version_add = rule_page(
    forms.RuleVersionForm,
    law.add_rule_version,
    empty_fields=(*EMPTY_IN_NEW_VERSION, "perhaps_superseded_by", "verified_by", "verified_on"),
    title=_("New version of the rule"),
    done=_with_moved_terms(
        _("The version is on the list. Terms that ran before it keep their day.")
    ),
)
work_rule_correct = correct_page(
    forms.WorkRuleForm,
    law.correct_work_rule,
    about=_find_in(WorkRule),
    title=_("Correct what the law says about work"),
    lead=str,
)
work_rule_version_add = correct_page(
    forms.WorkRuleVersionForm,
    law.add_work_rule_version,
    about=_find_in(WorkRule),
    empty_fields=(*EMPTY_IN_NEW_VERSION, "allows"),
    title=_("The law about work changes"),
    lead=str,
    done=_("It counts from its day on."),
)
crossing_correct = correct_page(
    forms.CrossingForm,
    actions.correct_crossing,
    about=_find_in(CrossingPoint),
    title=_("Correct the crossing point"),
)
force_correct = correct_page(
    forms.ForceForm, actions.correct_force, about=_find_in(Force), title=_("Correct the force")
)
rank_correct = correct_page(
    forms.RankForm, actions.correct_rank, about=_find_in(Rank), title=_("Correct the rank")
)
directorate_correct = correct_page(
    forms.DirectorateForm,
    actions.correct_directorate,
    about=_find_in(RegionalDirectorate),
    title=_("Correct the directorate"),
)

municipality_correct = correct_page(
    forms.MunicipalityForm,
    actions.correct_municipality,
    about=_find_in(Municipality),
    title=_("Correct the municipality"),
    lead=lambda row: row.code,
)


holiday_correct = correct_page(
    forms.HolidayForm,
    law.correct_holiday,
    about=_find_in(PublicHoliday),
    title=_("Correct the public holiday"),
    lead=lambda holiday: date_format(holiday.on),
    back="working-calendar",
    done=_with_moved_terms(_("The change is saved.")),
)


def _suspension_in_words(row: TermSuspension) -> str:
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
    about=_find_in(TermSuspension.objects.filter(withdrawn_on=None)),
    title=_("Take back the suspension of terms"),
    lead=_suspension_in_words,
    submit=_("Annul"),
    back="working-calendar",
    done=_with_moved_terms(_("The suspension is taken back.")),
)

add_page = partial(
    form_page,
    Permission.CATALOGUE_CHANGE,
    back="catalogue",
    done=_("It is on the list, and forms offer it from now on."),
)
crossing_add = add_page(forms.NewCrossingForm, actions.add_crossing, title=_("New crossing point"))
directorate_add = add_page(
    forms.NewDirectorateForm, actions.add_directorate, title=_("New directorate")
)
force_add = add_page(forms.NewForceForm, actions.add_force, title=_("New force"))
rank_add = add_page(forms.NewRankForm, actions.add_rank, title=_("New rank"))
municipality_add = add_page(
    forms.NewMunicipalityForm, actions.add_municipality, title=_("New municipality")
)
instrument_add = add_page(
    forms.NewInstrumentForm, actions.add_instrument, title=_("New decree or order")
)
holiday_add = add_page(
    forms.NewHolidayForm,
    law.add_holiday,
    title=_("New public holiday"),
    back="working-calendar",
    done=_with_moved_terms(_("The day is in the calendar.")),
)
suspension_add = add_page(
    forms.SuspensionForm,
    law.add_suspension,
    title=_("New suspension of terms"),
    back="working-calendar",
    done=_with_moved_terms(_("The suspension is in the calendar.")),
)

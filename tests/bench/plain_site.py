"""What a Django engineer writes where nothing is secret: Django's own middleware and log-in, a ListView over the same rows
in the reader's sight with a menu and, where asked, a django-filter form; and JSON of the same beds. No sealed names, no audit,
no languages. The pages of Amparo are measured beside these.
"""

from collections.abc import Callable
from typing import Any

import django_filters
from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.db.models import Prefetch
from django.forms.renderers import DjangoTemplates as DjangoForms
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import DjangoTemplates
from django.test import Client, override_settings
from django.urls import path
from django.views.generic import ListView
from django_filters import (
    BooleanFilter,
    ChoiceFilter,
    DateFilter,
    ModelChoiceFilter,
    OrderingFilter,
)

from casework.cases.filters import colleagues
from casework.register.choices import CaseStatus, Relation
from casework.register.filters import own_teams
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import NAME_FIELDS, Individual, non_name_fields
from casework.search.querysets import MOST_HITS
from reference.choices import ForceKind, RankBand
from reference.models import RegionalDirectorate
from shelters.models import Placement
from tests.bench import plain_json
from vault.search import ranked
from worklist.notices.models import Notice

MIDDLEWARE = [
    "tests.bench.plain_site.own_addresses",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]


def own_addresses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that has requests answered by this module instead of by Amparo."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.urlconf = __name__
        return get_response(request)

    return middleware


def plain_client(user: Any) -> Client:
    """A browser of the plain site. Its handler keeps the middleware that it was made with: while both sites are asked in
    turn no setting changes, which would empty what Django remembers of addresses."""
    client = Client()
    client.force_login(user)
    with override_settings(MIDDLEWARE=MIDDLEWARE):
        client.handler.load_middleware()
    return client


def template(headings: str, cells: str) -> Any:
    """A page with a menu, the reader, what waits, and a table of a row's `cells`; both are set apart by semicolons."""
    names = "".join(f"<th>{name}</th>" for name in headings.split(";"))
    row = "".join(f"<td>{{{{ row.{cell} }}}}</td>" for cell in cells.split(";") if cell)
    page = f"""<!doctype html><html><head><title>{{{{ paginator.count }}}}</title></head><body>
<p>{{{{ user.full_name }}}}, {{{{ user.office.name }}}}{{% if waiting %}}, {{{{ waiting }}}}{{% endif %}}</p>
<nav><ul>{{% for address in menu %}}<li><a href="{{{{ address }}}}">{{{{ address }}}}</a></li>{{% endfor %}}</ul>
<form method="post" action="/search/">{{% csrf_token %}}<input name="q"></form></nav>
<h1>{{{{ paginator.count }}}}</h1>{{% for message in messages %}}<p>{{{{ message }}}}</p>{{% endfor %}}
{{% if filter %}}<form method="get">{{{{ filter.form.as_div }}}}<button>Show</button></form>{{% endif %}}
<table><thead><tr>{names}</tr></thead><tbody>
{{% for row in page_obj %}}<tr>{row}</tr>{{% endfor %}}</tbody></table>
{{% if page_obj.has_next %}}<a href="?page={{{{ page_obj.next_page_number }}}}">Next</a>{{% endif %}}
</body></html>"""
    return ENGINE.from_string(page)


PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
ENGINE = DjangoTemplates(
    {"NAME": "plain", "DIRS": [], "APP_DIRS": False, "OPTIONS": {"context_processors": PROCESSORS}}
)
MENU = [f"/{name}/" for name in ("today", "cases", "sites", "reports", "inbox", "account")]


class PlainForm(forms.Form):
    default_renderer = DjangoForms()


class PlainFilter(django_filters.FilterSet):  # type: ignore[misc]
    """The fields of Amparo's filters of cases, as django-filter and Django draw them."""

    force_kind = ChoiceFilter(
        field_name="members__individual__service_records__force__kind", choices=ForceKind.choices
    )
    rank_band = ChoiceFilter(
        field_name="members__individual__service_records__rank_band", choices=RankBand.choices
    )
    status = ChoiceFilter(choices=CaseStatus.choices)
    team = ModelChoiceFilter(queryset=own_teams)
    caseworker = ModelChoiceFilter(
        field_name="assignments__caseworker", queryset=colleagues, null_label="Nobody"
    )
    opened_from = DateFilter(field_name="opened_on", lookup_expr="gte")
    opened_until = DateFilter(field_name="opened_on", lookup_expr="lte")
    directorate = ModelChoiceFilter(
        field_name="arrivals__directorate", queryset=RegionalDirectorate.objects.all()
    )
    is_restricted = BooleanFilter()
    order = OrderingFilter(fields=["opened_on"])

    class Meta:
        model = Case
        fields: tuple[str, ...] = ()
        form = PlainForm


class PlainList(LoginRequiredMixin, ListView):  # type: ignore[type-arg]
    """The same rows in the same order as Amparo's list; `filter` where the form is drawn."""

    paginate_by = 25
    request: Any
    filter: Any = None
    page: Any = None

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(filter=self.filter, menu=MENU, **kwargs)

    def get_template_names(self) -> Any:
        return self.page


class Cases(PlainList):
    page = template(
        "Number;Principal;People;Status;Opened;Team;Looked after by",
        "number;people_today.0.individual.number;people_today|length;get_status_display;opened_on"
        ";team.name;caseworker_name",
    )

    def get_queryset(self) -> Any:
        reader = self.request.user
        cases = Case.objects.visible_to(reader).select_related("team")
        cases = cases.with_people(reader.today(), unread=non_name_fields("individual"))
        return cases.with_caseworker(reader.today())


class CasesWithFilters(Cases):
    def get_queryset(self) -> Any:
        cases = super().get_queryset()
        self.filter = PlainFilter(self.request.GET, queryset=cases, request=self.request)
        return self.filter.qs


class Residents(PlainList):
    page = template(
        "Person;Case;Site;Room;Bed;Since;Until",
        "individual.display_name;case.number;site.name;bed.room.name;bed.name;starts_on;planned_end_on",
    )

    def get_queryset(self) -> Any:
        reader = self.request.user
        stays = Placement.objects.visible_to(reader).open_on(reader.today())
        stays = stays.select_related("individual", "case", "site", "bed__room").only(
            *(f"individual__{name}" for name in NAME_FIELDS),
            *("case__number", "site__name", "bed__name", "bed__room__name"),
            *("starts_on", "planned_end_on"),
        )
        return stays.with_day_gone().in_order()


class Found(PlainList):
    """Who is called what the address says, with what Amparo's page says of them: names, case, head of the family, bed.

    It looks names up by their tokens, as Amparo does: over ids that are known already it would be measured without the
    search, which is most of the page. Of the likeliest it lists those whose ids the address names, for Amparo leaves
    out whom tokens alone make alike.
    """

    page = template(
        "Person;Number;Sex;Born;Case;Status;Team;With;Site;Room;Bed",
        "display_name;number;get_sex_display;birth_year;latest.0.case.number;latest.0.case.get_status_display"
        ";latest.0.case.team.name;latest.0.case.heads.0.individual.display_name"
        ";stays.0.site.name;stays.0.bed.room.name;stays.0.bed.name",
    )

    def get_queryset(self) -> Any:
        reader, asked = self.request.user, self.request.GET
        people = Individual.objects.visible_to(reader)
        likely = ranked(people, asked["q"]).values_list("pk", flat=True)[: MOST_HITS + 1]
        shown = {str(key) for key in likely}.intersection(asked.getlist("id"))
        latest = FamilyMember.objects.marked_latest().select_related("case__team")
        heads = FamilyMember.objects.filter(relation_to_principal=Relation.PRINCIPAL)
        stays = Placement.objects.visible_to(reader).standing().order_by("-starts_on")
        return (
            people.filter(pk__in=shown)
            .prefetch_related(
                "aliases",
                Prefetch("memberships", latest, to_attr="latest"),
                Prefetch(
                    "latest__case__members", heads.select_related("individual"), to_attr="heads"
                ),
                Prefetch("placements", stays.select_related("site", "bed__room"), to_attr="stays"),
            )
            .order_by("number")
        )


BARE = template("", "")


@login_required
def bare(request: HttpRequest) -> HttpResponse:
    """A page with log-in, a menu, a policy and the rows that Amparo's frame shows: who reads, where, and what waits."""
    waiting = Notice.objects.filter(user=request.user.pk, read_at=None).count()
    page = HttpResponse(BARE.render({"menu": MENU, "waiting": waiting}, request))
    page["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    return page


urlpatterns = [
    path("bare/", bare),
    path("cases/", Cases.as_view()),
    path("cases/filters/", CasesWithFilters.as_view()),
    path("residents/", Residents.as_view()),
    path("found/", Found.as_view()),
    path("sites/", plain_json.Sites.as_view()),
    path("night/<uuid:pk>/", plain_json.Night.as_view()),
]

"""The case list as a Django engineer writes it where nothing is secret: Django's own middleware and log-in,
a ListView with django-filter, a template with a menu, and no sight, sealed names, audit or languages."""

from collections.abc import Callable
from typing import Any

import django_filters
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import DjangoTemplates
from django.test import Client, override_settings
from django.urls import path
from django.views.generic import ListView

from casework.register.models.case import Case, FamilyMember
from worklist.models import Notice

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


PAGE = """<!doctype html><html><head><title>Cases ({{ paginator.count }})</title></head><body>
<p>{{ user.full_name }}, {{ user.office.name }}{% if waiting %}, {{ waiting }}{% endif %}</p>
<nav><ul>{% for address in menu %}<li><a href="{{ address }}">{{ address }}</a></li>{% endfor %}</ul>
<form method="post" action="/search/">{% csrf_token %}<input name="q"></form></nav>
<h1>Cases {{ paginator.count }}</h1>{% for message in messages %}<p>{{ message }}</p>{% endfor %}
<form method="get">{{ filter.form.as_div }}<button>Show</button></form>
<table><thead><tr><th>Number</th><th>Principal</th><th>People</th><th>Status</th><th>Opened</th>
<th>Team</th></tr></thead><tbody>{% for case in page_obj %}<tr>
<th><a href="/cases/{{ case.number }}/">{{ case.number }}</a></th>
<td>{{ case.listed.0.individual.number }}</td><td>{{ case.listed|length }}</td>
<td>{{ case.get_status_display }}</td><td>{{ case.opened_on|date:"j M Y" }}</td>
<td>{{ case.team.name }}</td></tr>{% endfor %}</tbody></table>
{% if page_obj.has_next %}<a href="?page={{ page_obj.next_page_number }}">Next</a>{% endif %}
</body></html>"""


class PlainFilter(django_filters.FilterSet):  # type: ignore[misc]
    class Meta:
        model = Case
        fields = {
            "status": ["exact"],
            "team": ["exact"],
            "opened_on": ["gte", "lte"],
            "is_restricted": ["exact"],
        }


class PlainList(LoginRequiredMixin, ListView):  # type: ignore[type-arg]
    paginate_by = 25

    def get_queryset(self) -> Any:
        members = FamilyMember.objects.select_related("individual")
        cases = (
            Case.objects.select_related("team")
            .prefetch_related(Prefetch("members", members, to_attr="listed"))
            .order_by("-opened_on", "-number")
        )
        self.filter = PlainFilter(self.request.GET, queryset=cases, request=self.request)
        return self.filter.qs

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        menu = [f"/{name}/" for name in ("today", "cases", "sites", "reports", "inbox", "account")]
        return super().get_context_data(filter=self.filter, menu=menu, **kwargs)

    def get_template_names(self) -> Any:
        return TEMPLATE


PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
TEMPLATE = DjangoTemplates(
    {"NAME": "plain", "DIRS": [], "APP_DIRS": False, "OPTIONS": {"context_processors": PROCESSORS}}
).from_string(PAGE)


@login_required
def bare(request: HttpRequest) -> HttpResponse:
    """A page with log-in, a menu, a policy and the rows that Amparo's frame shows: who reads, where, and what waits."""
    menu = [f"/{name}/" for name in ("today", "cases", "sites", "reports", "inbox", "account")]
    waiting = Notice.objects.filter(user=request.user.pk, read_at=None).count()
    page = HttpResponse(TEMPLATE.render({"menu": menu, "waiting": waiting}, request))
    page["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    return page


urlpatterns = [path("cases/", PlainList.as_view()), path("bare/", bare)]

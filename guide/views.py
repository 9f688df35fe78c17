"""The guide: its contents with a search, a page, and a version for printing."""

from dataclasses import dataclass

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.models import User
from accounts.permissions import Permission
from guide.contents import CHAPTERS, FIRST_DAY, SLUGS
from guide.reading import NoSuchPageError, Page, get_page, get_pages, pages_for_training, search


class SearchForm(forms.Form):
    """The search text. It is sent by POST, never in a URL, because users type names into any search box."""

    q = forms.CharField(label=_("What do you want to know?"), max_length=100)


@dataclass(frozen=True)
class ReadChapter:
    """A chapter with its pages in the user's language."""

    title: str | Promise
    pages: list[Page]


def _chapters(language: str) -> list[ReadChapter]:
    return [ReadChapter(chapter.title, get_pages(chapter.slugs, language)) for chapter in CHAPTERS]


def _own_first_days(user: User, language: str) -> list[Page]:
    roles = user.roles_today()
    return get_pages([slug for role, slug in FIRST_DAY.items() if role in roles], language)


@permission_required(Permission.ACCOUNT_CHANGE)
def guide(request: StaffRequest) -> HttpResponse:
    """The user's own first days and the table of contents, or the results of a search."""
    language = get_language() or "en"
    form = SearchForm(request.POST if request.method == "POST" else None)
    found = search(form.cleaned_data["q"], language) if form.is_bound and form.is_valid() else None
    context = {
        "form": form,
        "found": found,
        "first_days": _own_first_days(request.user, language),
        "chapters": _chapters(language),
    }
    return render(request, "guide/guide.html", context)


@permission_required(Permission.ACCOUNT_CHANGE)
def guide_page(request: StaffRequest, slug: str) -> HttpResponse:
    """One page, with links to the previous and the next one."""
    language = get_language() or "en"
    try:
        page = get_page(slug, language)
    except NoSuchPageError as error:
        raise Http404 from error
    index = SLUGS.index(slug)
    context = {
        "page": page,
        "is_first_day": slug in FIRST_DAY.values(),
        "before": get_page(SLUGS[index - 1], language) if index else None,
        "after": get_page(SLUGS[index + 1], language) if index + 1 < len(SLUGS) else None,
    }
    return render(request, "guide/page.html", context)


@permission_required(Permission.ACCOUNT_CHANGE)
def guide_print(request: StaffRequest) -> HttpResponse:
    """All pages in sequence, for paper and for reading offline."""
    return render(
        request,
        "guide/print.html",
        {"title": _("All of the guide"), "chapters": _chapters(get_language() or "en")},
    )


@permission_required(Permission.ACCOUNT_CHANGE)
def guide_print_role(request: StaffRequest, slug: str) -> HttpResponse:
    """One role's first day and `pages_for_training`, to print and hand out at a training."""
    if slug not in FIRST_DAY.values():
        raise Http404
    found = pages_for_training(slug, get_language() or "en")
    title = found[0].title
    return render(
        request, "guide/print.html", {"title": title, "chapters": [ReadChapter(title, found)]}
    )

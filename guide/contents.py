"""The chapters of the guide, in the order in which a new user reads them.

Each page is a Markdown file with the same name in `guide/es` and `guide/en`. Its first heading is the title, its first
paragraph the summary. A line `{#deadlines}` above a heading sets its URL fragment, the same in every language.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Role


@dataclass(frozen=True)
class Chapter:
    """Pages about one subject. `slugs` are the names of their files, without extension."""

    title: str | Promise
    slugs: tuple[str, ...]


FIRST_DAY = {
    Role.CASEWORKER: "first-day-caseworker",
    Role.COORDINATOR: "first-day-coordinator",
    Role.LEGAL_OFFICER: "first-day-legal-officer",
    Role.SUPERVISOR: "first-day-supervisor",
    Role.ADMINISTRATOR: "first-day-administrator",
    Role.AUDITOR: "first-day-auditor",
    Role.SCREENER: "first-day-screener",
}
# Slugs printed for every training, besides the role's first day and the pages to which it links.
FOR_EVERYBODY = ("account", "who-sees-what", "safe-contact", "keys")
CHAPTERS = (
    Chapter(_("Your first day"), tuple(FIRST_DAY.values())),
    Chapter(
        _("People and families"),
        (
            "arrivals",
            "find-a-person",
            "families",
            "children",
            "duplicates",
            "import-a-sheet",
            "in-confidence",
            "consents",
            "corrections",
            "exits",
        ),
    ),
    Chapter(_("Beds and aid"), ("beds", "aid")),
    Chapter(
        _("Asylum and papers"),
        (
            "deadlines",
            "permits",
            "renunciations",
            "renunciation-file",
            "applications",
            "letters",
        ),
    ),
    Chapter(_("Figures and reports"), ("figures", "funder-table")),
    Chapter(_("Safety and running"), ("who-sees-what", "safe-contact", "account", "first-start")),
    Chapter(_("To look things up"), ("glossary", "keys", "limits")),
)
SLUGS = tuple(slug for chapter in CHAPTERS for slug in chapter.slugs)

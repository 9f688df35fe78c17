"""The first steps about offices, colleagues and the privacy notice."""

import re

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import Role
from casework.consents.choices import NOTICE
from pages.context import address
from reference.models import HouseText
from worklist.first_steps.steps import Installation, Step, StepState, name_of, newest_event

# A text that says how to reach the organisation contains an e-mail address or a phone number.
MAIL_OR_PHONE = re.compile(r"\S@\S|\d(?:[ .()-]?\d){6}")


def office(installation: Installation) -> Step:
    """Done when somebody has set the country and the time zone of every office. Terms of law and working days need them."""
    unset, newest = [], None
    for office in installation.offices:
        event = newest_event([office], "office.first_started", "office.opened", "office.changed")
        is_set = event is not None and (
            event.verb != "office.first_started" or "country" in event.details
        )
        newest = event if is_set else newest
        if not is_set:
            unset.append(office)
    shown = unset or installation.offices
    words = "; ".join(f"{each.name}: {each.country}, {each.time_zone}" for each in shown)
    return Step(
        "office",
        gettext_lazy("The office, its country and its clock"),
        _("%(offices)s. Working days and terms of law count by them.") % {"offices": words},
        StepState.OPEN if unset or not newest else StepState.DONE,
        Permission.OFFICE_CHANGE,
        address("office-list"),
        gettext_lazy("Look at the offices"),
        at=newest.at if newest else None,
        by=name_of(newest.actor) if newest else "",
    )


def letterhead(installation: Installation) -> Step:
    """Done when every office has an organisation for its letters."""
    bare = [each for each in installation.offices if not each.organisation]
    event = None if bare else newest_event(installation.offices, "office.letterhead_set")
    if bare:
        sentence = _("%(offices)s: letters name no organisation and nobody to ask.") % {
            "offices": ", ".join(each.name for each in bare)
        }
    else:
        sentence = (
            "; ".join(f"{each.name}: {each.organisation}" for each in installation.offices) + "."
        )
    return Step(
        "letterhead",
        gettext_lazy("A letterhead"),
        sentence,
        StepState.OPEN if bare else StepState.DONE,
        Permission.OFFICE_CHANGE,
        address("letterhead-change", bare[0].pk) if bare else address("office-list"),
        gettext_lazy("Write the letterhead"),
        at=event.at if event else None,
        by=name_of(event.actor) if event else "",
    )


def supervisor(installation: Installation) -> Step:
    """Done when each office has a supervisor who has logged in: before that nobody approves roles."""
    nobody = _(
        "%(offices)s: nobody yet. Invite the person and give the role of supervisor first: every role that "
        "sees people waits for their approval. The first supervisor of an office needs none."
    )
    return _held_by_somebody(
        installation, Role.SUPERVISOR, gettext_lazy("A supervisor who can work"), nobody
    )


def caseworker(installation: Installation) -> Step:
    """Done when each office has a caseworker who has logged in: before that nobody logs arrivals."""
    nobody = _(
        "%(offices)s: nobody yet. Invite the person and give the role of caseworker in a team: it waits for a "
        "supervisor's approval."
    )
    return _held_by_somebody(
        installation, Role.CASEWORKER, gettext_lazy("A caseworker who can log arrivals"), nobody
    )


def _held_by_somebody(
    installation: Installation, role: Role, title: str | Promise, nobody: str
) -> Step:
    """Done when in each office somebody with the role has logged in.

    `nobody` is the sentence about offices where nobody has the role; it has a place for their names, `offices`."""
    grants = Grant.objects.filter(role=role, office__in=installation.offices)
    in_force = list(
        grants.in_force(installation.today)
        .filter(user__is_active=True)
        .select_related("user", "granted_by")
        .order_by("granted_at")
    )
    with_login = [grant for grant in in_force if _may_work(grant.user)]
    missing = [
        each
        for each in installation.offices
        if each.pk not in {grant.office_id for grant in with_login}
    ]
    waiting = next((grant for grant in in_force if grant.office in missing), None)
    if missing and waiting:
        person = waiting.user.full_name
        sentence = _("%(person)s has the role and has never logged in.") % {"person": person}
    elif missing:
        sentence = nobody % {"offices": ", ".join(each.name for each in missing)}
    else:
        sentence = ", ".join(dict.fromkeys(grant.user.full_name for grant in with_login)) + "."
    url = address("user", waiting.user_id) if missing and waiting else address("user-list")
    done = with_login[0] if with_login and not missing else None
    return Step(
        str(role),
        title,
        sentence,
        StepState.DONE if done else StepState.OPEN,
        Permission.USER_CHANGE,
        url,
        gettext_lazy("Open the account")
        if missing and waiting
        else gettext_lazy("Invite and give roles"),
        at=done.granted_at if done else None,
        by=name_of(done.granted_by) if done else "",
    )


def _may_work(user: User) -> bool:
    """Whether the user has logged in, and has a second factor where one is required."""
    if user.last_login is None:
        return False
    return not settings.MFA_REQUIRED or Authenticator.objects.filter(user=user).exists()


def roles(installation: Installation) -> Step | None:
    """Open while roles wait for approval; None without any."""
    waiting = (
        Grant.objects.waiting()
        .filter(office__in=installation.offices, user__is_active=True)
        .count()
    )
    if not waiting:
        return None
    sentence = ngettext(
        "%(count)d role waits for a supervisor's approval and counts for nothing until then.",
        "%(count)d roles wait for a supervisor's approval and count for nothing until then.",
        waiting,
    )
    return Step(
        "roles",
        gettext_lazy("Roles that wait for approval"),
        sentence % {"count": waiting},
        StepState.OPEN,
        Permission.GRANT_APPROVE,
        address("grant-list") if installation.can(Permission.GRANT_APPROVE) else "",
        gettext_lazy("See the roles that wait"),
    )


def privacy(installation: Installation) -> Step:
    """Done when a version of the organisation's own is in force and says in every language how to reach the organisation."""
    texts = list(HouseText.objects.in_force(NOTICE, on=installation.today).values())
    own = [text for text in texts if not text.is_brought_along]
    without_contact = [text for text in own if not MAIL_OR_PHONE.search(text.body)]
    if not own:
        sentence = _(
            "People would be read the text that Amparo brings along. It names nobody: add a version with the name, "
            "the address and the contact of your organisation before the first arrival."
        )
    elif without_contact:
        sentence = _(
            "Version %(version)s is yours, but the wording in %(languages)s has neither a phone nor an e-mail."
        ) % {
            "version": own[0].version,
            "languages": ", ".join(text.get_language_display() for text in without_contact),
        }
    else:
        sentence = _("Version %(version)s holds. Only a reader knows whether it names you.") % {
            "version": own[0].version
        }
    event = newest_event(own, "text.version_added")
    is_done = bool(own) and not without_contact
    return Step(
        "privacy",
        gettext_lazy("A privacy notice that says who answers for the data"),
        sentence,
        StepState.DONE if is_done else StepState.OPEN,
        Permission.CATALOGUE_CHANGE,
        address("text-list"),
        gettext_lazy("Write a version of your own"),
        at=event.at if event and is_done else None,
        by=name_of(event.actor) if event and is_done else "",
    )

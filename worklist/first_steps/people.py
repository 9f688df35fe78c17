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
from worklist.first_steps.steps import House, Step, StepState, name_of, noted

# A text that says how to reach somebody contains one of these.
MAIL_OR_PHONE = re.compile(r"\S@\S|\d(?:[ .()-]?\d){6}")


def office(house: House) -> Step:
    """Done once somebody has set the country and the time zone of every office; terms and days depend on them."""
    unsaid, newest = [], None
    for office in house.offices:
        event = noted([office], "office.first_started", "office.opened", "office.changed")
        is_said = event is not None and (
            event.verb != "office.first_started" or "country" in event.details
        )
        newest = event if is_said else newest
        if not is_said:
            unsaid.append(office)
    shown = unsaid or house.offices
    words = "; ".join(f"{each.name}: {each.country}, {each.time_zone}" for each in shown)
    return Step(
        "office",
        gettext_lazy("The office, its country and its clock"),
        _("%(offices)s. Working days and terms of law count by them.") % {"offices": words},
        StepState.OPEN if unsaid or not newest else StepState.DONE,
        Permission.OFFICE_CHANGE,
        address("office-list"),
        gettext_lazy("Look at the offices"),
        at=newest.at if newest else None,
        by=name_of(newest.actor) if newest else "",
    )


def letterhead(house: House) -> Step:
    """Done when the letters of every office name the organisation."""
    bare = [each for each in house.offices if not each.organisation]
    event = None if bare else noted(house.offices, "office.letterhead_set")
    if bare:
        sentence = _("%(offices)s: letters name no organisation and nobody to ask.") % {
            "offices": ", ".join(each.name for each in bare)
        }
    else:
        sentence = "; ".join(f"{each.name}: {each.organisation}" for each in house.offices) + "."
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


def supervisor(house: House) -> Step:
    """Done when each office has a supervisor who has logged in: an invitation approves nothing."""
    nobody = _(
        "%(offices)s: nobody yet. Invite the person and give the role of supervisor first: every role that "
        "sees people waits for their approval. The first supervisor of an office needs none."
    )
    return _held_by_somebody(
        house, Role.SUPERVISOR, gettext_lazy("A supervisor who can work"), nobody
    )


def caseworker(house: House) -> Step:
    """Done when each office has a caseworker who has logged in: without one nobody logs an arrival."""
    nobody = _(
        "%(offices)s: nobody yet. Invite the person and give the role of caseworker in a team: it waits for a "
        "supervisor's approval."
    )
    return _held_by_somebody(
        house, Role.CASEWORKER, gettext_lazy("A caseworker who can log arrivals"), nobody
    )


def _held_by_somebody(house: House, role: Role, title: str | Promise, nobody: str) -> Step:
    """Done when in each office somebody with the role has logged in; `nobody` says what to do in the `offices` without."""
    grants = Grant.objects.filter(role=role, office__in=house.offices)
    held = list(
        grants.in_force(house.today)
        .filter(user__is_active=True)
        .select_related("user", "granted_by")
        .order_by("granted_at")
    )
    able = [grant for grant in held if _may_work(grant.user)]
    missing = [each for each in house.offices if each.pk not in {grant.office_id for grant in able}]
    waiting = next((grant for grant in held if grant.office in missing), None)
    if missing and waiting:
        person = waiting.user.full_name
        sentence = _("%(person)s has the role and has never logged in.") % {"person": person}
    elif missing:
        sentence = nobody % {"offices": ", ".join(each.name for each in missing)}
    else:
        sentence = ", ".join(dict.fromkeys(grant.user.full_name for grant in able)) + "."
    url = address("user", waiting.user_id) if missing and waiting else address("user-list")
    done = able[0] if able and not missing else None
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
    """Whether somebody got in: with the second factor where it is required."""
    if user.last_login is None:
        return False
    return not settings.MFA_REQUIRED or Authenticator.objects.filter(user=user).exists()


def roles(house: House) -> Step | None:
    """Shown only while requests for roles wait for approval."""
    waiting = Grant.objects.waiting().filter(office__in=house.offices, user__is_active=True).count()
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
        address("grant-list") if house.can(Permission.GRANT_APPROVE) else "",
        gettext_lazy("See the roles that wait"),
    )


def privacy(house: House) -> Step:
    """Done when a version of the organisation's own is in force that says how to reach it, in every language."""
    texts = list(HouseText.objects.in_force(NOTICE, on=house.today).values())
    own = [text for text in texts if not text.is_brought_along]
    mute = [text for text in own if not MAIL_OR_PHONE.search(text.body)]
    if not own:
        sentence = _(
            "People would be read the text that Amparo brings along. It names nobody: add a version with the name, "
            "the address and the contact of your organisation before the first arrival."
        )
    elif mute:
        sentence = _(
            "Version %(version)s is yours, but the wording in %(languages)s has neither a phone nor an e-mail."
        ) % {
            "version": own[0].version,
            "languages": ", ".join(text.get_language_display() for text in mute),
        }
    else:
        sentence = _("Version %(version)s holds. Only a reader knows whether it names you.") % {
            "version": own[0].version
        }
    event = noted(own, "text.version_added")
    is_done = bool(own) and not mute
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

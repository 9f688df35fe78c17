"""The first steps about sites, their beds, and the coordinators who run them."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Grant
from accounts.permissions import Permission
from accounts.roles import Role
from pages.context import address
from shelters.models import Bed, Posting
from worklist.first_steps.steps import Installation, Step, StepState, name_of, newest_event

ROOMS = gettext_lazy("Rooms and beds")
COORDINATOR = gettext_lazy("A coordinator posted to a site")


def site(installation: Installation) -> Step | None:
    """Done when a site is on file. None for users who see no site and cannot open one."""
    event = newest_event(installation.sites, "site.opened")
    names = [site.name for site in installation.sites]
    if not names and not installation.can(Permission.SITE_CHANGE):
        return None
    return Step(
        "site",
        gettext_lazy("A site where people sleep"),
        _few(names)
        if names
        else _("None yet. If a hotel or a parish runs it, put that organisation on file first."),
        StepState.DONE if names else StepState.OPEN,
        Permission.SITE_CHANGE,
        address("site-list") if names else address("site-open"),
        gettext_lazy("Open a site"),
        at=event.at if event else None,
        by=name_of(event.actor) if event else "",
    )


def _few(names: list[str]) -> str:
    """The first three names, and the number of the others."""
    more = len(names) - 3
    if more <= 0:
        return ", ".join(names) + "."
    return _("%(names)s and %(count)d more.") % {"names": ", ".join(names[:3]), "count": more}


def rooms(installation: Installation) -> Step | None:
    """Done when each site has a bed: nobody can be placed at a site without beds."""
    if not installation.sites:
        return _after_the_site(installation, "rooms", ROOMS, Permission.BED_CHANGE)
    beds = Bed.objects.filter(room__site__in=installation.sites, closed_on=None)
    with_beds = set(beds.values_list("room__site", flat=True).distinct().order_by())
    without_beds = [site for site in installation.sites if site.pk not in with_beds]
    rooms = [] if without_beds else list(Bed.objects.filter(pk__in=beds[:1]).select_related("room"))
    event = newest_event([bed.room for bed in rooms], "room.added")
    if without_beds:
        sentence = _("%(sites)s No beds are on file there, so nobody can be placed.") % {
            "sites": _few([site.name for site in without_beds])
        }
    else:
        sentence = _("Every open site has beds.")
    first = (without_beds or installation.sites)[0]
    may_add = installation.can(Permission.BED_CHANGE)
    return Step(
        "rooms",
        ROOMS,
        sentence,
        StepState.OPEN if without_beds else StepState.DONE,
        Permission.BED_CHANGE,
        address("rooms-add" if without_beds and may_add else "site-detail", first.pk),
        gettext_lazy("Set up rooms and beds") if may_add else gettext_lazy("Look at the site"),
        at=event.at if event else None,
        by=name_of(event.actor) if event else "",
    )


def coordinator(installation: Installation) -> Step | None:
    """Done when somebody with the role of coordinator in force is posted to a site."""
    if not installation.sites:
        return _after_the_site(installation, "coordinator", COORDINATOR, Permission.SITE_CHANGE)
    postings = list(
        Posting.objects.filter(site__in=installation.sites, user__is_active=True)
        .in_force(installation.today)
        .select_related("user", "granted_by", "site")
        .order_by("granted_at")
    )
    grants = Grant.objects.filter(role=Role.COORDINATOR).in_force(installation.today)
    able = set(grants.values_list("user", flat=True))
    done = next((each for each in postings if each.user_id in able), None)
    if done:
        sentence = f"{done.user.full_name}: {done.site.name}."
    elif postings:
        sentence = _("%(person)s is posted, but the role of coordinator does not count yet.") % {
            "person": postings[0].user.full_name
        }
    else:
        sentence = _("Nobody yet: no coordinator sees who sleeps there.")
    return Step(
        "coordinator",
        COORDINATOR,
        sentence,
        StepState.DONE if done else StepState.OPEN,
        Permission.SITE_CHANGE,
        address("posting-grant", installation.sites[0].pk),
        gettext_lazy("Post somebody"),
        at=done.granted_at if done else None,
        by=name_of(done.granted_by) if done else "",
    )


def _after_the_site(
    installation: Installation, slug: str, title: Promise, permission: Permission
) -> Step | None:
    """A step that needs a site first. Only users who set up see it, so that their list is complete from the first day."""
    if not installation.can(Permission.OFFICE_CHANGE):
        return None
    return Step(slug, title, _("After the first site is open."), StepState.OPEN, permission)

"""The first steps about sites, their beds, and who runs them."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Grant
from accounts.permissions import Permission
from accounts.roles import Role
from pages.context import address
from shelters.models import Bed, Posting
from worklist.first_steps.steps import House, Step, StepState, name_of, noted

ROOMS = gettext_lazy("Rooms and beds")
COORDINATOR = gettext_lazy("A coordinator posted to a site")


def site(house: House) -> Step | None:
    event = noted(house.sites, "site.opened")
    names = [site.name for site in house.sites]
    if not names and not house.can(Permission.SITE_CHANGE):
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
    """The first three by name, the rest as a number."""
    more = len(names) - 3
    if more <= 0:
        return ", ".join(names) + "."
    return _("%(names)s and %(count)d more.") % {"names": ", ".join(names[:3]), "count": more}


def rooms(house: House) -> Step | None:
    """Done when each site has a bed: a site without one cannot take anybody."""
    if not house.sites:
        return _after_the_site(house, "rooms", ROOMS, Permission.BED_CHANGE)
    beds = Bed.objects.filter(room__site__in=house.sites, closed_on=None)
    with_beds = set(beds.values_list("room__site", flat=True).distinct().order_by())
    bare = [site for site in house.sites if site.pk not in with_beds]
    rooms = [] if bare else list(Bed.objects.filter(pk__in=beds[:1]).select_related("room"))
    event = noted([bed.room for bed in rooms], "room.added")
    if bare:
        sentence = _("%(sites)s No beds are on file there, so nobody can be placed.") % {
            "sites": _few([site.name for site in bare])
        }
    else:
        sentence = _("Every open site has beds.")
    first = (bare or house.sites)[0]
    may_add = house.can(Permission.BED_CHANGE)
    return Step(
        "rooms",
        ROOMS,
        sentence,
        StepState.OPEN if bare else StepState.DONE,
        Permission.BED_CHANGE,
        address("rooms-add" if bare and may_add else "site-detail", first.pk),
        gettext_lazy("Set up rooms and beds") if may_add else gettext_lazy("Look at the site"),
        at=event.at if event else None,
        by=name_of(event.actor) if event else "",
    )


def coordinator(house: House) -> Step | None:
    """Done when somebody whose role counts is posted to an open site."""
    if not house.sites:
        return _after_the_site(house, "coordinator", COORDINATOR, Permission.SITE_CHANGE)
    postings = list(
        Posting.objects.filter(site__in=house.sites, user__is_active=True)
        .in_force(house.today)
        .select_related("user", "granted_by", "site")
        .order_by("granted_at")
    )
    counting = Grant.objects.filter(role=Role.COORDINATOR).in_force(house.today)
    able = set(counting.values_list("user", flat=True))
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
        address("posting-grant", house.sites[0].pk),
        gettext_lazy("Post somebody"),
        at=done.granted_at if done else None,
        by=name_of(done.granted_by) if done else "",
    )


def _after_the_site(house: House, slug: str, title: Promise, permission: Permission) -> Step | None:
    """Shown to those who set up, so that the list is complete from the first day; nobody can do it yet."""
    if not house.can(Permission.OFFICE_CHANGE):
        return None
    return Step(slug, title, _("After the first site is open."), StepState.OPEN, permission)

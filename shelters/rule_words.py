"""The rules about beds as sentences. They name the person who gets the bed, and nobody who sleeps there already."""

import datetime
from collections.abc import Iterable, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pages.dates import short_date
from shelters.choices import BedRule
from shelters.models import Site
from shelters.nights import gap_in_words
from shelters.rules.stays import ONE_NIGHT

# What each rule says; what a person needs of a room without why.
SENTENCES: dict[BedRule, Promise] = {
    BedRule.CHILD_WITHOUT_FAMILY: gettext_lazy(
        "%(who)s: no adult of the family sleeps at %(site)s on the night of %(day)s. A child stays with the family."
    ),
    BedRule.UNACCOMPANIED: gettext_lazy(
        "%(who)s: a child without an adult of the family. Say who looks after them at %(site)s."
    ),
    BedRule.CHILD_AMONG_STRANGERS: gettext_lazy(
        "%(who)s: in %(room)s a child would sleep among adults of other families without an adult of their own."
    ),
    BedRule.SMALL_CHILD_ALONE: gettext_lazy(
        "%(who)s: in %(room)s no adult of the family would sleep beside a small child."
    ),
    BedRule.GIRL_WITH_YOUNG_MAN: gettext_lazy(
        "%(who)s: in %(room)s a girl would be alone with a young man. Another split of the family avoids it."
    ),
    BedRule.AGE_NOT_KNOWN: gettext_lazy(
        "%(who)s: in %(room)s somebody whose age is not on file would sleep among strangers. "
        "Say how you know that nobody there is a child alone."
    ),
    BedRule.WOMEN_ONLY: gettext_lazy("%(who)s: %(room)s is for women only."),
    BedRule.BOY_IN_WOMEN_ONLY: gettext_lazy(
        "%(who)s: %(room)s is for women; a small boy stays there with his mother."
    ),
    BedRule.MEN_ONLY: gettext_lazy("%(who)s: %(room)s is for men only."),
    BedRule.GIRL_IN_MEN_ONLY: gettext_lazy(
        "%(who)s: %(room)s is for men; a small girl stays there with her father."
    ),
    BedRule.FAMILIES_ONLY: gettext_lazy(
        "%(who)s: %(room)s is for families, and nobody of theirs sleeps there."
    ),
    BedRule.APART_AT_SITE: gettext_lazy("%(who)s: somebody at %(site)s is to be kept apart."),
    BedRule.KEPT_APART: gettext_lazy(
        "%(who)s: somebody in %(room)s is to be kept apart. Choose another room."
    ),
    BedRule.MAN_BESIDE_CHILDREN: gettext_lazy(
        "%(who)s: in %(room)s a man would sleep beside the children of another family."
    ),
    BedRule.BOTH_SEXES: gettext_lazy(
        "%(who)s: in %(room)s women and men who are no family would share the room."
    ),
    BedRule.NEEDS_GROUND_FLOOR: gettext_lazy(
        "%(who)s: needs the ground floor, and %(room)s is not on it."
    ),
    BedRule.NEEDS_STEP_FREE: gettext_lazy(
        "%(who)s: cannot take steps, and %(room)s is not known to be reached without them."
    ),
    BedRule.NEEDS_SINGLE_ROOM: gettext_lazy(
        "%(who)s: needs a room of their own, alone or with the family. %(room)s would be shared."
    ),
    BedRule.JOINS_SINGLE_ROOM: gettext_lazy(
        "%(who)s: somebody in %(room)s needs the room for themselves."
    ),
    BedRule.NEEDS_COT: gettext_lazy("%(who)s: needs a cot, and none is known of for %(room)s."),
    BedRule.NEEDS_QUIET: gettext_lazy(
        "%(who)s: needs a quiet place, and %(room)s is a hall or a tent."
    ),
    BedRule.NEEDS_BATHROOM: gettext_lazy(
        "%(who)s: needs a bathroom of their own, and %(room)s has none."
    ),
}


def broken_in_words(
    rule: BedRule, *, who: Sequence[str], site: str, rooms: Iterable[str], on: datetime.date
) -> str:
    """One rule's sentence about these people; `on` is the first night."""
    words = {
        "who": ", ".join(who),
        "site": site,
        "room": ", ".join(sorted(set(rooms))) or site,
        "day": short_date(on),
    }
    return str(SENTENCES[rule]) % words


def money_in_words(rule: BedRule, site: Site) -> str:
    """The last night that the site is paid or under contract, the nights without one, the day of a notice to leave, or the
    nights for cleaning."""
    if rule == BedRule.CLEANING_GAP and site.cleaning_nights:
        sentence = ngettext(
            "%(site)s keeps a bed free for %(count)s night after somebody left it, for cleaning.",
            "%(site)s keeps a bed free for %(count)s nights after somebody left it, for cleaning.",
            site.cleaning_nights,
        )
        return sentence % {"site": site, "count": site.cleaning_nights}
    if rule == BedRule.NOTICE_GIVEN and site.must_leave_on:
        sentence = _("%(site)s gave notice to leave: nobody may stay from the night of %(day)s on.")
        return sentence % {"site": site, "day": short_date(site.must_leave_on)}
    if rule == BedRule.NOT_PAID and site.paid_until:
        return _("%(site)s is paid through the night of %(day)s only.") % {
            "site": site,
            "day": short_date(site.paid_until - ONE_NIGHT),
        }
    sentences = []
    if site.contract_ends_on:
        sentence = _("The contract with %(site)s covers nights through %(day)s only.")
        last = short_date(site.contract_ends_on - ONE_NIGHT)
        sentences.append(sentence % {"site": site, "day": last})
    if site.gaps:
        sentence = _("%(site)s has no contract for these nights: %(nights)s.")
        nights = ", ".join(gap_in_words(*gap) for gap in site.gaps)
        sentences.append(sentence % {"site": site, "nights": nights})
    return " ".join(sentences)

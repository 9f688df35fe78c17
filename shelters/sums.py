"""How beds and sleepers add up, in words, for readers who try to add three numbers side by side."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from shelters.rules.occupancy import Occupancy


def sums_in_words(sites: Collection[Occupancy]) -> str:
    """`217 free + 63 taken = 280 beds in service.` and where everybody sleeps; empty without beds and people."""
    whole = sum(sites, Occupancy(0, 0, 0))
    # Site by site: a free bed at one site does not help somebody without a bed at another.
    without_bed = sum(each.without_bed for each in sites)
    words = []
    if whole.beds:
        words.append(
            ngettext(
                "%(free)s free + %(taken)s taken = %(beds)s bed in service.",
                "%(free)s free + %(taken)s taken = %(beds)s beds in service.",
                whole.beds,
            )
            % {"free": whole.free, "taken": whole.taken, "beds": whole.beds}
        )
    if whole.sleepers:
        parts = [_("%s in beds") % (whole.sleepers - whole.surge_taken - without_bed)]
        if whole.surge_taken:
            parts.append(_("%s on surge places") % whole.surge_taken)
        if without_bed:
            parts.append(_("%s without a bed") % without_bed)
        people = ngettext("%(count)d person asleep", "%(count)d people asleep", whole.sleepers)
        words.append(f"{' + '.join(parts)} = {people % {'count': whole.sleepers}}.")
    if whole.surge:
        words.append(
            _("Surge places are no beds: %(free)s of %(all)s are free.")
            % {"free": whole.surge_free, "all": whole.surge}
        )
    if whole.kept:
        words.append(
            ngettext(
                "%(count)d place stays taken until who left, or leaves today, is checked out.",
                "%(count)d places stay taken until who left, or leaves today, is checked out.",
                whole.kept,
            )
            % {"count": whole.kept}
        )
    return " ".join(words)

"""Says in words how beds and sleepers add up, because readers try to add the numbers side by side."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from shelters.rules.occupancy import Occupancy


def sums_in_words(sites: Collection[Occupancy]) -> str:
    """`217 free + 63 taken = 280 beds in service.` and where everybody sleeps; empty without beds and people."""
    total = sum(sites, Occupancy(0, 0, 0))
    # Site by site: a free bed at one site does not help somebody without a bed at another.
    without_bed = sum(each.without_bed for each in sites)
    sentences = []
    if total.beds:
        sentences.append(
            ngettext(
                "%(free)s free + %(taken)s taken = %(beds)s bed in service.",
                "%(free)s free + %(taken)s taken = %(beds)s beds in service.",
                total.beds,
            )
            % {"free": total.free, "taken": total.taken, "beds": total.beds}
        )
    if total.sleepers:
        parts = [_("%s in beds") % (total.sleepers - total.surge_taken - without_bed)]
        if total.surge_taken:
            parts.append(_("%s on surge places") % total.surge_taken)
        if without_bed:
            parts.append(_("%s without a bed") % without_bed)
        people = ngettext("%(count)d person asleep", "%(count)d people asleep", total.sleepers)
        sentences.append(f"{' + '.join(parts)} = {people % {'count': total.sleepers}}.")
    if total.surge:
        sentences.append(
            _("Surge places are no beds: %(free)s of %(all)s are free.")
            % {"free": total.surge_free, "all": total.surge}
        )
    if total.kept:
        sentences.append(
            ngettext(
                "%(count)d place stays taken until who left, or leaves today, is checked out.",
                "%(count)d places stay taken until who left, or leaves today, is checked out.",
                total.kept,
            )
            % {"count": total.kept}
        )
    if total.expected:
        sentences.append(
            ngettext(
                "%(count)d place is held for somebody who has not arrived.",
                "%(count)d places are held for people who have not arrived.",
                total.expected,
            )
            % {"count": total.expected}
        )
    return " ".join(sentences)

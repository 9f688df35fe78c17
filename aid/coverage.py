"""What each person is covered with, and when."""

import uuid
from collections import defaultdict
from typing import Any

from aid.models import Cover
from aid.rules.spans import Span

Coverage = dict[uuid.UUID, dict[str, list[Span]]]


def spans_of(cover: Any) -> list[Span]:
    """The stretches of a merged cover, in order."""
    return [Span(days.lower, days.upper) for days in cover]


def coverage(people: Any) -> Coverage:
    """Firm cover per person and kind; days that several commitments reach count once.

    `people` is a queryset or a list of ids of individuals.
    """
    found: Coverage = defaultdict(dict)
    for row in Cover.objects.firm().with_end().filter(individual__in=people).merged():
        found[row["individual_id"]][row["kind"]] = spans_of(row["cover"])
    return dict(found)

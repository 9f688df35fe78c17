"""What the working calendar moves in asylum: running terms whose day was computed."""

from accounts.audit import record
from asylum.models import LegalDeadline
from reference.calendar import calendar_of
from reference.rules import deadline


def move_running_terms(country: str) -> None:
    """Computes the last day of each running term anew; a day that a paper states stays.

    The caller holds a transaction; each term that moves is in the audit log, old day and new day.
    """
    running = (
        LegalDeadline.objects.running()
        .filter(application__country=country, rule__isnull=False)
        .select_related("rule", "application__individual")
        .select_for_update(of=("self",))
        .order_by("starts_on")
    )
    terms = list(running)
    if not terms:
        return
    calendar = calendar_of(country, since=terms[0].starts_on)
    for term in terms:
        was, now = term.computed_on, deadline(term.rule, term.starts_on, calendar)
        if now is None or now == was:
            continue
        term.recompute(now)
        term.save(update_fields=["computed_on", "due_on"])
        record(
            "deadline.moved",
            by=None,
            about=term,
            case=term.application.case,
            details={"kind": term.kind, "was": str(was), "is": str(now)},
        )

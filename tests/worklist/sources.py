"""Two sources for tests: cases are due on the day they were opened, and offices every day."""

from django.db.models import Value

from accounts import due
from accounts.models import Office
from accounts.permissions import Permission
from casework.register.models.case import Case

cases_opened = due.Source(
    kind="case_opened",
    title="Case opened",
    permission=Permission.CASE_READ,
    about=Case,
    date="opened_on",
    case="id",
    office="office_id",
    rows_on=lambda today: Case.objects.all(),
    say=lambda case: f"Opened: {case}",
    overdue=due.WARN,
)
offices_count = due.Source(
    kind="office_counts",
    title="Office counts",
    permission=Permission.OCCUPANCY_READ,
    about=Office,
    date="today",
    office="id",
    rows_on=lambda today: Office.objects.annotate(today=Value(today)),
    say=lambda office: f"Count {office}",
)

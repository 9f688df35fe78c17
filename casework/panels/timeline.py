"""The last events of a case on its summary."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case
from casework.timeline import Question, sources_for, stream

SHOWN = 6


class TimelinePanel:
    """What happened last, and the way to all of it."""

    slug, title = "timeline", gettext_lazy("Timeline")
    permission = Permission.CASE_READ
    template = "casework/panels/timeline.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        brief = [source for source in sources_for(case, user) if source.is_brief]
        return {
            "events": stream(brief, Question(case, user, limit=SHOWN)),
            "may_read_history": can(user, Permission.CASE_HISTORY_READ, about=case),
        }


timeline = TimelinePanel()

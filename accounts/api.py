"""The base of every API view: the pages' permissions and sight, nothing of its own."""

from typing import Any, cast

from django.http import Http404, HttpRequest
from rest_framework.viewsets import ReadOnlyModelViewSet

from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission


class SightedViewSet(ReadOnlyModelViewSet[Any]):
    """Reads the rows that the caller may see with `permission`; absent and forbidden are one 404.

    Subclasses set `permission`, `queryset`, `serializer_class`, `filterset_class` and `verb`, the word
    under which each look is written into the audit log before anything is answered.
    """

    permission: Permission
    verb: str
    # Ids and numbers hold no slash; a number may hold dots or dashes.
    lookup_value_regex = "[^/]+"

    def initial(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[arg-type]
        if not request.user.holds(self.permission):  # type: ignore[union-attr]
            raise Http404

    @property
    def reader(self) -> User:
        """Who asks: nobody is let in without logging in."""
        return cast(User, self.request.user)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return super().get_queryset().none()
        rows: Any = super().get_queryset()
        return rows.visible_to(self.reader, self.permission)

    def list(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        record_read(f"{self.verb}.listed", by=request.user, details={"through": "api"})
        return super().list(request, *args, **kwargs)

    def retrieve(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.record_look(self.get_object(), by=request.user)
        return super().retrieve(request, *args, **kwargs)

    def record_look(self, row: Any, *, by: User) -> None:
        """Writes down that one row is read, before it is answered."""
        details = {"through": "api"}
        record_read(f"{self.verb}.read", by=by, about=row, details=details)

"""The base of every API view. It uses the permissions, querysets and filters of the pages."""

from typing import Any, cast

import django_filters
from django.core.exceptions import FieldDoesNotExist
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from drf_spectacular.openapi import AutoSchema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.fields import ChoiceField, TimeField
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response
from rest_framework.viewsets import ReadOnlyModelViewSet

from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from pages.pager import LAST, Pager, page_asked

# Query parameters that are allowed beside the filters.
PAGE_PARAMETERS = {"page", "format"}
COUNT_DESCRIPTION = "How many rows there are; null where there are more than a thousand and more pages follow: go on with `next`."
ERROR_DESCRIPTIONS = {
    "400": "A filter that does not exist, or a value that it does not take.",
    "401": "No token, one that has ended, or nobody logged in.",
    "403": "A browser that is logged in sends something other than a question.",
    "404": "It does not exist, or the caller may not see it.",
    "429": "More questions in a minute than one person may ask; `Retry-After` says how long to wait.",
}


class Schema(AutoSchema):
    """Completes the OpenAPI schema: error responses, fields that may be null, and choices that may be blank."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation:
            for code, words in ERROR_DESCRIPTIONS.items():
                operation["responses"].setdefault(code, {"description": words})
        return operation

    def _map_serializer_field(self, field: Any, *args: Any, **kwargs: Any) -> Any:
        untyped: Any = super()
        if isinstance(field, ChoiceField) and _accepts_blank(field):
            field.allow_blank = True
        schema = untyped._map_serializer_field(field, *args, **kwargs)
        if isinstance(field, TimeField):
            # "time" in RFC 3339 has an offset from UTC; the hour of an appointment is local to its place.
            schema = {**schema, "format": "local-time", "pattern": r"^\d{2}:\d{2}(:\d{2})?$"}
        return {**schema, "nullable": True} if schema and field.default is None else schema


class Pages(PageNumberPagination):
    """Pagination that counts rows as `pages.pager.Pager` does: to a thousand, or as far as the requested page."""

    page_size = 50
    django_paginator_class = Pager
    page: Any

    def get_page_number(self, request: Any, paginator: Any) -> Any:
        typed = request.query_params.get(self.page_query_param, "1")
        paginator.asked = page_asked(request.query_params)
        if typed == LAST:
            return paginator.num_pages
        if typed != str(paginator.asked):
            raise NotFound
        return paginator.asked

    def get_paginated_response(self, data: Any) -> Response:
        paginator = self.page.paginator
        answer = super().get_paginated_response(data)
        if paginator.count > paginator.count_limit:
            answer.data["count"] = None
        return answer

    def get_paginated_response_schema(self, schema: Any) -> Any:
        described = super().get_paginated_response_schema(schema)
        described["properties"]["count"] |= {"nullable": True, "description": COUNT_DESCRIPTION}
        return described


def _accepts_blank(field: ChoiceField) -> bool:
    """Whether the model allows a blank value: the REST framework does not say so for read-only fields."""
    model = getattr(getattr(field.parent, "Meta", None), "model", None)
    try:
        return bool(model and model._meta.get_field(field.source).blank)
    except FieldDoesNotExist:
        return False


class VisibleRowsViewSet(ReadOnlyModelViewSet[Any]):
    """Lists and returns the rows that the caller may see with `permission`; an absent and a forbidden row are a 404.

    Subclasses set `permission`, `queryset`, `serializer_class`, `filterset_class` and `verb`, the prefix of the audit
    events `<verb>.listed` and `<verb>.read`, which are recorded before the response.
    """

    permission: Permission
    verb: str
    pagination_class = Pages
    filterset_class: type[django_filters.FilterSet]
    # Ids and numbers contain no slash; a number may contain dots or dashes.
    lookup_value_regex = "[^/]+"

    def initial(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[arg-type]
        if not request.user.holds(self.permission):  # type: ignore[union-attr]
            raise Http404

    @property
    def reader(self) -> User:
        """The user of the request: log-in is always required."""
        return cast(User, self.request.user)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return super().get_queryset().none()
        rows: Any = super().get_queryset()
        return rows.visible_to(self.reader, self.permission)

    def list(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.refuse_unknown_filters()
        record_read(f"{self.verb}.listed", by=request.user, details={"through": "api"})
        return super().list(request, *args, **kwargs)

    def refuse_unknown_filters(self) -> None:
        """Raises ValidationError: a misspelt filter would be ignored and return everything, unnoticed."""
        unknown = sorted(set(self.request.query_params) - self.filter_names() - PAGE_PARAMETERS)
        if unknown:
            raise ValidationError({name: [_("There is no such filter.")] for name in unknown})

    def filter_names(self) -> set[str]:
        """The accepted query parameters: a date-range filter has two."""
        names: set[str] = set()
        for name, each in self.filterset_class.base_filters.items():
            # Read from the filter class: making its form field would cache the choices of one user for all.
            widget = each.extra.get("widget", each.field_class.widget)
            suffixes = getattr(widget, "suffixes", [""])
            names |= {f"{name}_{suffix}" if suffix else name for suffix in suffixes}
        return names

    def retrieve(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.record_look(self.get_object(), by=request.user)
        return super().retrieve(request, *args, **kwargs)

    def record_look(self, row: Any, *, by: User) -> None:
        """Records in the audit log that the user sees this row, before it is returned."""
        details = {"through": "api"}
        record_read(f"{self.verb}.read", by=by, about=row, details=details)

"""Read-only API resources for rows about people or cases: a viewset is built from each declaration.

A resource shows coded fields only. Names, numbers of papers, phones and free text are only on pages;
`tests/casework/file/test_api_resources.py` fails for a personal or sealed field."""

from dataclasses import dataclass
from typing import Any

import django_filters
from django.db.models import Model, Q, QuerySet
from rest_framework import serializers

from accounts.api import VisibleRowsViewSet
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.register.querysets.individual import case_of
from pages.filters import FilterSet
from pages.slots import Slot


class OfCaseFilter(FilterSet):
    """Filters by case number. A case that the user may not see gives no rows, as a missing one does."""

    resource: "Resource"

    def of_case(self, rows: QuerySet[Any], name: str, number: str) -> QuerySet[Any]:
        visible = Case.objects.visible_to(self.request.user, self.resource.permission)
        cases = visible.filter(number=number)
        if self.resource.case:
            return rows.filter(**{f"{self.resource.case}__in": cases})
        return rows.filter(**{f"{self.resource.person}__memberships__case__in": cases}).distinct()


@dataclass(frozen=True)
class Resource:
    """One resource of the API.

    `shows` names fields; a dotted name such as `individual.number` leads to a related row and is shown under its first
    part. `filters` names fields to filter by, `day` the field for `since` and `until`. `person` and `case` are lookup
    paths to the row's person and case; `condition` limits the rows. `filterset` declares other filters. Views are
    recorded in the audit log as `{verb}.read`."""

    path: str
    model: type[Model]
    permission: Permission
    verb: str
    shows: tuple[str, ...]
    filters: tuple[str, ...] = ()
    day: str = ""
    person: str = "individual"
    case: str = ""
    condition: Q | None = None
    filterset: type[OfCaseFilter] = OfCaseFilter

    def viewset(self) -> type[VisibleRowsViewSet]:
        """Returns the viewset of the resource."""
        related = {name.split(".")[0] for name in self.shows if "." in name}
        related |= {self.case, self.person} - {""}
        rows = self.model._default_manager.filter(self.condition or Q())
        rows = rows.select_related(*sorted(related))
        return type(
            f"{self.model.__name__}ViewSet",
            (ResourceViewSet,),
            {
                "__doc__": f"{self.model._meta.verbose_name_plural}, as far as the reader may see.",
                "resource": self,
                "permission": self.permission,
                "verb": self.verb,
                "queryset": rows.order_by(*([f"-{self.day}"] if self.day else []), "pk"),
                "serializer_class": self._serializer(),
                "filterset_class": self._filterset(),
            },
        )

    def _serializer(self) -> type[serializers.ModelSerializer[Any]]:
        related_fields = {
            name.split(".")[0]: serializers.CharField(source=name, default=None)
            for name in self.shows
            if "." in name
        }
        names = ("id", *(name.split(".")[0] for name in self.shows))
        meta = type("Meta", (), {"model": self.model, "fields": names, "read_only_fields": names})
        name = f"{self.model.__name__}Serializer"
        return type(name, (serializers.ModelSerializer,), {**related_fields, "Meta": meta})

    def _filterset(self) -> type[django_filters.FilterSet]:
        filters: dict[str, Any] = {}
        if self.person:
            filters["individual"] = django_filters.CharFilter(field_name=f"{self.person}__number")
        if self.person or self.case:
            filters["case"] = django_filters.CharFilter(method="of_case")
        for name, lookup in (("since", "gte"), ("until", "lte")) if self.day else ():
            filters[name] = django_filters.DateFilter(
                field_name=self.day, lookup_expr=f"date__{lookup}" if self._is_moment else lookup
            )
        meta = type("Meta", (), {"model": self.model, "fields": self.filters})
        name = f"{self.model.__name__}Filter"
        return type(name, (self.filterset,), {**filters, "resource": self, "Meta": meta})

    @property
    def _is_moment(self) -> bool:
        return self.day.endswith("_at")


api_resources: Slot[Resource] = Slot("kinds of rows that the API reads")


class ResourceViewSet(VisibleRowsViewSet):
    """Records each view of a row with its person or case, so that the history of the file shows it."""

    resource: Resource

    def record_look(self, row: Any, *, by: User) -> None:
        person = _value_at_path(row, self.resource.person)
        case = _value_at_path(row, self.resource.case)
        if case is None and person is not None:
            case = case_of(person, by.today())
        details = {"through": "api"} | ({"individual": person.number} if person else {})
        record_read(f"{self.verb}.read", by=by, about=row, case=case, details=details)


def _value_at_path(row: Any, path: str) -> Any:
    for name in filter(None, path.split("__")):
        row = getattr(row, name, None)
    return row if path else None


# The fields of rows about a person, and of rows about a case and perhaps a person.
PERSON_FIELDS = ("individual.number",)

OF_CASE = ("case.number", "individual.number")

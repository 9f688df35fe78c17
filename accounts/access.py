"""The one place that answers "may they?".

A protected model has a queryset with `visible_to(user, permission)`; `can` uses the same queryset, so that a list and a
single answer can never disagree.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.db import models
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import permissions_for_row, sees
from pages.refusals import ActionRefused

View = Callable[..., HttpResponseBase]
Row = TypeVar("Row", bound=models.Model)
Params = ParamSpec("Params")
Result = TypeVar("Result")


class StaffRequest(HttpRequest):
    """The request that a view under `permission_required` gets, for annotations: its user is logged in."""

    user: User
    htmx: HtmxDetails


@dataclass(frozen=True)
class AccessDecision:
    """Whether something is allowed; `reason` says why not. True in a boolean context if it is allowed."""

    allowed: bool
    reason: str | Promise = ""

    def __bool__(self) -> bool:
        return self.allowed


class NotAllowed(ActionRefused):
    """The user tried something that their grants do not cover."""


def can(user: User, permission: Permission, about: models.Model | None = None) -> AccessDecision:
    """Whether `user` holds the permission anywhere or, with `about`, for this row."""
    if not user.is_authenticated or not user.holds(permission):
        return AccessDecision(
            False,
            _("Your roles do not include: %(permission)s.")
            % {"permission": Permission(permission).label},
        )
    if about is None or _is_visible(about, user, permission):
        return AccessDecision(True)
    return AccessDecision(False, _("This record is not among those you work with."))


def _is_visible(about: models.Model, user: User, permission: Permission) -> bool:
    # Not type(about): request.user is a lazy wrapper, whose __class__ is that of the user.
    rows: Any = about.__class__._default_manager
    cache = _cached_answers.get()
    if cache is None:
        return _query_is_visible(rows, about, user, permission)
    row_key = (about.__class__, about.pk, user.pk)
    if permission in cache.get(row_key, ()):
        return True
    key = _cache_key(about, user, permission)
    if key not in cache and hasattr(rows, "reach"):
        if row_key not in cache:
            cache[row_key] = permissions_for_row(rows, about.pk, user)
        return permission in cache[row_key]
    if key not in cache:
        cache[key] = _query_is_visible(rows, about, user, permission)
    return bool(cache[key])


def _query_is_visible(rows: Any, about: models.Model, user: User, permission: Permission) -> bool:
    if hasattr(rows, "reach"):
        return sees(rows, about.pk, user, permission)
    return bool(rows.visible_to(user, permission).filter(pk=about.pk).exists())


def _cache_key(about: models.Model, user: User, permission: Permission) -> Any:
    rows: Any = about.__class__._default_manager
    reach = rows.reach(user, permission) if hasattr(rows, "reach") else permission
    return about.__class__, about.pk, user.pk, reach


def note_seen(row: models.Model, user: User, permission: Permission) -> None:
    """Caches that the user may see this row, which came from `visible_to(user, permission)`: `can` then runs no query."""
    cache = _cached_answers.get()
    if cache is not None:
        cache[_cache_key(row, user, permission)] = True


_cached_answers: ContextVar[dict[Any, Any] | None] = ContextVar("answers", default=None)


@contextmanager
def cached_permissions() -> Iterator[None]:
    """Inside the block each permission of a user on a row is checked at most once.

    A request that only reads is such a block, because its page checks the same case for every button. A manager may have
    `reach(user, permission)`: permissions with equal results see the same rows, and one query checks all of them. Without it
    each permission takes a query. A nested block uses the cache of the outer one.
    """
    if _cached_answers.get() is not None:
        yield
        return
    token = _cached_answers.set({})
    try:
        yield
    finally:
        _cached_answers.reset(token)


def cached_per_request(fetch: Callable[Params, Result]) -> Callable[Params, Result]:
    """Inside `cached_permissions` the result of `fetch` is cached by its arguments; callers must not change it."""

    @wraps(fetch)
    def cached(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        cache = _cached_answers.get()
        if cache is None:
            return fetch(*args, **kwargs)
        key = (fetch, args, tuple(kwargs.items()))
        if key not in cache:
            cache[key] = fetch(*args, **kwargs)
        answer: Result = cache[key]
        return answer

    return cached


def cache_result(fetch: Callable[..., Result], *args: Any, found: Result) -> None:
    """Caches `found` as the result of `fetch(*args)`, where `fetch` is decorated with `cached_per_request`."""
    cache = _cached_answers.get()
    if cache is not None:
        cache[fetch.__wrapped__, args, ()] = found  # type: ignore[attr-defined]


def require(user: User, permission: Permission, about: models.Model | None = None) -> None:
    """Raises NotAllowed with the reason if `can` refuses."""
    decision = can(user, permission, about)
    if not decision:
        raise NotAllowed(decision.reason)


def require_each(user: User, permission: Permission, rows: Sequence[models.Model]) -> None:
    """Requires the permission for rows of one model, in one query. Raises NotAllowed for the first row that `can` refuses."""
    keys = {row.pk for row in rows}
    if rows and user.holds(permission):
        manager: Any = rows[0].__class__._default_manager
        if manager.visible_to(user, permission).filter(pk__in=keys).count() == len(keys):
            return
    for row in rows:
        require(user, permission, about=row)


def lock_for(row: Row, permission: Permission, *, by: User) -> Row:
    """Returns the row, read again and locked until commit. Raises NotAllowed unless the user may do this to it.

    The row's queryset locks it (`vault.querysets.LockingQuerySet`), and raises ActionRefused for an erased person.
    """
    rows: Any = row.__class__._default_manager
    fresh: Row = rows.lock(row)
    require(by, permission, about=fresh)
    return fresh


def get_visible_or_404(
    request: StaffRequest, model: type[Row], pk: Any, permission: Permission, *related: str
) -> Row:
    """Returns the row with the `related` rows. Raises Http404 if it does not exist or the user does not see it."""
    rows: Any = model._default_manager
    visible = rows.visible_to(request.user, permission)
    row: Row = get_object_or_404(visible.select_related(*related) if related else visible, pk=pk)
    note_seen(row, request.user, permission)
    return row


def permission_required(permission: Permission) -> Callable[[View], View]:
    """Decorator for a view: visitors are redirected to the log-in, and users without the permission get a 404.

    A user without any role today is redirected to the own account, which shows whose approval a role waits for.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            user: Any = request.user
            if not user.holds(permission):
                if user.is_active and not user.grants_today and request.method == "GET":
                    return redirect("account")
                raise Http404
            return view(request, *args, **kwargs)

        answer = login_required(guarded)
        answer.permission = permission  # type: ignore[attr-defined]
        return answer

    return mark


def public(view: View) -> View:
    """Marks one of the few views that need no log-in."""
    view.is_public = True  # type: ignore[attr-defined]
    return view

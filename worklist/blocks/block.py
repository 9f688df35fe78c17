"""What a block of the Today page is."""

from typing import Any, Protocol

from django.utils.functional import Promise

from accounts.models import User
from accounts.permissions import Permission


class Block(Protocol):
    """One block. A context of None leaves it out."""

    @property
    def slug(self) -> str: ...
    @property
    def title(self) -> str | Promise: ...
    @property
    def permission(self) -> Permission: ...
    @property
    def template(self) -> str: ...

    def context(self, user: User) -> dict[str, Any] | None: ...

"""The access matrix, made from `ROLES` for the roles page and docs/roles.md."""

from dataclasses import dataclass

from accounts.permissions import Permission
from accounts.roles import ROLES, Role


@dataclass(frozen=True)
class MatrixRow:
    """One permission, and for each role in the order of `Role` whether it has it."""

    permission: Permission
    allowed: list[bool]


def matrix() -> list[MatrixRow]:
    """Every permission, in the order of its declaration."""
    return [
        MatrixRow(permission, [permission in ROLES[role].permissions for role in Role])
        for permission in Permission
    ]


def markdown() -> str:
    """The text of docs/roles.md, which `manage.py write_roles_page` writes; a test compares the two."""
    lines = [
        "# Roles",
        "",
        "Made from `accounts/roles.py` by `python manage.py write_roles_page`; do not edit by hand.",
        "",
        "A role is held at one team or one office, from a day until a day. Holding a permission is not yet seeing a",
        "record: which records somebody reaches is decided row by row (`visible_to`).",
        "",
    ]
    for role in Role:
        words = ROLES[role]
        lines += [f"- **{words.title}** (held at one {words.held_at}): {words.description}"]
    lines += [
        "",
        "| Permission | " + " | ".join(str(role.label) for role in Role) + " |",
        "|---|" + "---|" * len(Role),
    ]
    for row in matrix():
        marks = " | ".join("yes" if allowed else "-" for allowed in row.allowed)
        lines.append(f"| {row.permission.label} (`{row.permission.name}`) | {marks} |")
    return "\n".join(lines) + "\n"

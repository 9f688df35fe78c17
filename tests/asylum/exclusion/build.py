"""Who screens for exclusion, and somebody who is screened."""

import datetime
from typing import Any

from accounts.actions.grants import approve_grant, give_role
from accounts.models import User
from accounts.roles import Role
from asylum.exclusion.actions import keep_paper, open_screening
from asylum.exclusion.models import Screening, ScreeningPaper
from casework.register.models.individual import Individual
from tests.casework.documents.build import look_into_all
from tests.cast import Cast

A_MONTH = datetime.timedelta(days=30)


def a_screener(cast: Cast, name: str = "Elvira") -> User:
    """Somebody of Cúcuta with the role of a screener for a month, given by Adela and approved by Sonia."""
    user, _is_new = User.objects.get_or_create(
        email=f"{name.lower()}@amparo.example",
        defaults={"full_name": name, "office": cast.cucuta},
    )
    screens(cast, user)
    return User.objects.get(pk=user.pk)


def screens(cast: Cast, user: User) -> None:
    """Gives somebody the role, unless they hold it."""
    if not user.grants.filter(role=Role.SCREENER).exists():
        today = cast.cucuta.today()
        grant = give_role(
            user,
            role=Role.SCREENER,
            office=cast.cucuta,
            starts_on=today,
            ends_on=today + A_MONTH,
            by=cast.adela,
        )
        approve_grant(grant, by=cast.sonia)


def a_screening(person: Individual, by: User, **facts: Any) -> Screening:
    told = {"referred_by": "Ana", "referred_on": by.today(), "said": "Lo contó una vecina"}
    return open_screening(person, by=by, **(told | facts))


def a_paper(screening: Screening, by: User, **facts: Any) -> ScreeningPaper:
    """A page of text, kept today, that a worker has looked into."""
    told = {"name": "libro.txt", "content": b"Guardia del 3", "said": "Libro", "on": by.today()}
    step = keep_paper(screening, by=by, **(told | facts))
    look_into_all()
    return ScreeningPaper.objects.get(step=step)

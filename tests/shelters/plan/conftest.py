"""Plans are worked out to their end, however busy the machine is: a solver that ran out of time would answer worse."""

import pytest

from shelters.plan import solver, solving

UNHURRIED = 120.0


@pytest.fixture(autouse=True)
def unhurried_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SECONDS", UNHURRIED)
    monkeypatch.setattr(solver, "STEP_SECONDS", UNHURRIED)

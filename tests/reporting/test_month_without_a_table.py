"""A month that ended without a table comes first for who prepares tables, in offices that release them."""

import datetime

import pytest
from django.utils import timezone

from aid.rules.gaps import month_after
from reporting.choices import Audience, TableStatus
from reporting.models import FunderTable
from reporting.waiting import tables_to_prepare
from tests.cast import Cast
from vault.keys import issue_key


def a_table(cast: Cast, ends_on: datetime.date, *, status: str, is_released: bool) -> FunderTable:
    table: FunderTable = FunderTable.objects.create(
        key_id=issue_key(),
        office=cast.cucuta,
        audience=Audience.PARTNER,
        starts_on=month_after(ends_on, -1),
        ends_on=ends_on,
        status=status,
        prepared_by=cast.adela,
        released_by=cast.sonia if is_released else None,
        released_at=timezone.now() if is_released else None,
    )
    return table


@pytest.mark.django_db
def test_only_an_office_that_releases_tables_and_has_none_of_last_month_is_counted(cast: Cast):
    month = cast.cucuta.today().replace(day=1)
    assert tables_to_prepare.rows(cast.adela).count() == 0
    a_table(cast, month_after(month, -1), status=TableStatus.READY, is_released=True)
    assert tables_to_prepare.rows(cast.adela).count() == 1
    assert tables_to_prepare.rows(cast.mara).count() == 0
    failed = a_table(cast, month, status=TableStatus.FAILED, is_released=False)
    assert tables_to_prepare.rows(cast.adela).count() == 1
    FunderTable.objects.filter(pk=failed.pk).update(status=TableStatus.QUEUED)
    assert tables_to_prepare.rows(cast.adela).count() == 0

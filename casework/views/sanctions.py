"""Sanctions by the state of origin."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.actions import sanctions
from casework.forms.person import WithdrawForm
from casework.forms.sanctions import CorrectSanctionForm, SanctionForm
from casework.models import OriginSanction
from casework.views.person import person_page, row_page

sanction_record = person_page(
    Permission.SERVICE_CHANGE,
    SanctionForm,
    sanctions.record_sanction,
    title=_("Record a sanction by the state of origin"),
    done=_("The sanction is on file."),
    back="sanctions",
)
sanction_correct = row_page(
    Permission.SERVICE_CHANGE,
    OriginSanction,
    CorrectSanctionForm,
    sanctions.correct_sanction,
    title=_("Correct the sanction"),
    done=_("The sanction is corrected; the record before stays readable."),
    back="sanctions",
)
sanction_withdraw = row_page(
    Permission.SERVICE_CHANGE,
    OriginSanction,
    WithdrawForm,
    sanctions.withdraw_sanction,
    title=_("Take back the sanction"),
    done=_("The sanction is taken back."),
    back="sanctions",
)

"""Service in a force."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.actions import service_records
from casework.forms.person import WithdrawForm
from casework.forms.service_records import CorrectServiceForm, ServiceForm
from casework.models import ServiceRecord
from casework.views.person import person_page, row_page

service_record = person_page(
    Permission.SERVICE_CHANGE,
    ServiceForm,
    service_records.record_service,
    title=_("Record service in a force"),
    done=_("The service is on file."),
    back="service",
)
service_correct = row_page(
    Permission.SERVICE_CHANGE,
    ServiceRecord,
    CorrectServiceForm,
    service_records.correct_service,
    title=_("Correct the service record"),
    done=_("The service is corrected; the record before stays readable."),
    back="service",
)
service_withdraw = row_page(
    Permission.SERVICE_CHANGE,
    ServiceRecord,
    WithdrawForm,
    service_records.withdraw_service,
    title=_("Take back the service record"),
    done=_("The service record is taken back."),
    back="service",
)

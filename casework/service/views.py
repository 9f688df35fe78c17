"""Pages of service in a force, sanctions by the state of origin, and disarmament on arrival."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, permission_required
from accounts.permissions import Permission
from casework.register.forms import WithdrawForm
from casework.register.models.individual import Individual
from casework.register.views import (
    SectionViews,
    case_of_person,
    file_page_url,
    record_view_of_person,
)
from casework.service import actions as sanctions
from casework.service.actions import record_disarmament
from casework.service.forms import (
    CorrectSanctionForm,
    CorrectServiceForm,
    DisarmamentForm,
    SanctionForm,
    ServiceAnswerForm,
    ServiceForm,
)
from casework.service.instruments import correct_instrument, numbers_of_sanctions
from casework.service.models import OriginSanction, ServiceRecord
from pages.answers import form_response, way_back
from reference.forms import CorrectInstrumentForm
from reference.models import SanctionInstrument
from reference.views import correct_page

SANCTIONS = SectionViews("sanctions", Permission.SERVICE_CHANGE)
SERVICE = SectionViews("service", Permission.SERVICE_CHANGE)


@permission_required(Permission.SERVICE_CHANGE)
def disarmament_record(request: StaffRequest, number: str) -> HttpResponse:
    """Records what the person handed over, or corrects it."""
    people = Individual.objects.visible_to(request.user, Permission.SERVICE_CHANGE)
    individual = get_object_or_404(
        people.former_members().select_related("arrival__received_by"), number=number
    )
    case = case_of_person(request, individual)
    record_view_of_person(request, individual)
    row = individual.disarmaments.filter(arrival=individual.arrival_id).first()
    return form_response(
        request,
        DisarmamentForm(request.POST or None, row=row),
        record_disarmament,
        individual,
        title=_("What was handed over"),
        done=_("What was handed over is on file."),
        back=way_back(request, file_page_url(case, "people")),
        template="casework/register/individual_act.html",
        individual=individual,
        lead=_(
            "Only the outcome: the authorities document and keep the arms. No list of weapons belongs here."
        ),
    )


sanction_record = SANCTIONS.new(
    SanctionForm,
    sanctions.record_sanction,
    title=gettext_lazy("Record a sanction by the state of origin"),
    done=gettext_lazy("The sanction is on file."),
)

sanction_correct = SANCTIONS.of(
    OriginSanction,
    CorrectSanctionForm,
    sanctions.correct_sanction,
    title=gettext_lazy("Correct the sanction"),
    done=gettext_lazy("The sanction is corrected; the record before stays readable."),
)

sanction_withdraw = SANCTIONS.of(
    OriginSanction,
    WithdrawForm,
    sanctions.withdraw_sanction,
    title=gettext_lazy("Take back the sanction"),
    done=gettext_lazy("The sanction is taken back."),
)

service_record = SERVICE.new(
    ServiceForm,
    sanctions.record_service,
    title=gettext_lazy("Record service in a force"),
    done=gettext_lazy("The service is on file."),
)

service_answer = SERVICE.new(
    ServiceAnswerForm,
    sanctions.answer_service,
    title=gettext_lazy("Was this person asked about service in a force?"),
    done=gettext_lazy("The answer is on file."),
)

service_correct = SERVICE.of(
    ServiceRecord,
    CorrectServiceForm,
    sanctions.correct_service,
    title=gettext_lazy("Correct the service record"),
    done=gettext_lazy("The service is corrected; the record before stays readable."),
)

service_withdraw = SERVICE.of(
    ServiceRecord,
    WithdrawForm,
    sanctions.withdraw_service,
    title=gettext_lazy("Take back the service record"),
    done=gettext_lazy("The service record is taken back."),
)


def _lead(instrument: SanctionInstrument) -> str:
    """Returns the sentence that says how many sanctions another day moves, and in how many files."""
    rows, files = numbers_of_sanctions(instrument)
    sentence = _(
        "Another day moves that of the sanctions that have it: %(rows)s, in files: %(files)s."
    )
    return f"{instrument.code}. {sentence % {'rows': rows, 'files': files}}"


instrument_correct = correct_page(
    CorrectInstrumentForm,
    correct_instrument,
    about=lambda request, key: get_object_or_404(SanctionInstrument, pk=key),
    title=gettext_lazy("Correct the decree or order"),
    lead=_lead,
    done=gettext_lazy("The change is saved. Sanctions that have its day follow it."),
)

"""Pages of specific needs and livelihood, and the list of people with open needs."""

from django.db.models import Prefetch, Q
from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.home.models import RelativeAbroad
from casework.needs import actions as acts
from casework.needs.filters import NeedFilter
from casework.needs.forms import LivelihoodForm, NeedForm, ReviewNeedForm
from casework.needs.models import Livelihood, SpecificNeed
from casework.register.forms import EndRowForm, WithdrawForm
from casework.register.models.individual import Individual
from casework.register.views import SectionViews, view_person_or_404
from pages.lists import list_page

NEEDS = SectionViews("needs", Permission.NEED_CHANGE, view_permission=Permission.NEED_READ)


@permission_required(Permission.NEED_READ)
def need_record(request: StaffRequest, number: str) -> HttpResponse:
    """Records a need. Only legal officers can choose restricted codes."""
    individual = view_person_or_404(request, number, Permission.NEED_READ)
    form = NeedForm(request.POST or None, user=request.user, row=individual)
    if not form.offered:
        raise Http404
    return NEEDS.answer(
        request,
        individual,
        individual,
        form,
        acts.record_need,
        title=_("Record a specific need"),
        done=_("The need is on file."),
    )


need_review = NEEDS.of(
    SpecificNeed,
    ReviewNeedForm,
    acts.review_need,
    title=_("Look at the need again"),
    done=_("The need was looked at again."),
)

need_end = NEEDS.of(
    SpecificNeed,
    EndRowForm,
    acts.end_need,
    title=_("The need holds no longer"),
    done=_("The need has ended."),
)

need_withdraw = NEEDS.of(
    SpecificNeed,
    WithdrawForm,
    acts.withdraw_need,
    title=_("Take back the need"),
    done=_("The need is taken back."),
)

livelihood_record = NEEDS.new(
    LivelihoodForm,
    acts.record_livelihood,
    title=_("Livelihood and dependants"),
    done=_("The livelihood is on file."),
)


@permission_required(Permission.NEED_READ)
def need_list(request: StaffRequest) -> HttpResponse:
    """Lists people with an open need, sole breadwinners, and people with ailing dependants, as far as the user may know."""
    user, today = request.user, request.user.today()
    visible_needs = SpecificNeed.objects.visible_to(user).open_on(today).select_related("code")
    current = Livelihood.objects.current()
    in_sight = Individual.objects.visible_to(user, Permission.NEED_READ)
    providers = current.filter(is_sole_breadwinner=True, individual__in=in_sight)
    ailing = RelativeAbroad.objects.visible_to(user).dependants().filter(is_ailing=True)
    people = (
        Individual.objects.filter(
            Q(pk__in=visible_needs.values("individual"))
            | Q(pk__in=providers.values("individual"))
            | Q(pk__in=ailing.values("individual"), merged_into=None)
        )
        .prefetch_related(
            Prefetch("needs", visible_needs, to_attr="open_needs"),
            Prefetch("livelihoods", current, to_attr="livelihood_today"),
            Prefetch("relatives_abroad", ailing, to_attr="ailing_dependants"),
        )
        .order_by("-number")
    )
    record_read("need.listed", by=user)
    return list_page(
        request,
        people,
        filterset=NeedFilter,
        template="casework/needs/need_list.html",
        list_title=_("People with specific needs"),
        today=today,
    )

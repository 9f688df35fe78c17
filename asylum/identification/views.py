"""Pages about contested identifications."""

from django.utils.translation import gettext_lazy as _

from asylum.identification import actions as acts
from asylum.identification.forms import ContestForm, SettleContestForm
from asylum.identification.models import IdentificationContest
from asylum.papers.models.renunciation import RenunciationDemand
from asylum.people.views import legal_page, mistake_page
from casework.register.forms import WithdrawForm

CONTEST = "asylum/renunciation_file/_contest.html"
WORD = "asylum/renunciation_file/_word.html"

identification_contest = legal_page(
    RenunciationDemand,
    ContestForm,
    acts.contest_identification,
    title=_("Contest the identification"),
    done=_("The objection is on file. The word of the authority counts until it says otherwise."),
)
contest_settle = legal_page(
    IdentificationContest,
    SettleContestForm,
    acts.settle_contest,
    title=_("The authority answered"),
    done=_("The answer is on file. If the authority says something else now, record it."),
    shown=CONTEST,
)
contest_withdraw = mistake_page(
    IdentificationContest, "identification.contest_withdrawn", shown=CONTEST
)
word_withdraw = legal_page(
    RenunciationDemand,
    WithdrawForm,
    acts.withdraw_word,
    title=_("It was recorded by mistake"),
    done=_("It counts no longer."),
    shown=WORD,
)

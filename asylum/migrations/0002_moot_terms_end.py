"""Terms that went on although the claim had gone past their act end with the state in which the claim stands."""

from django.db import migrations

MOOT = """
    UPDATE asylum_legaldeadline AS term
    SET ended_on = GREATEST(claim.status_on, term.starts_on), was_met = FALSE
    FROM asylum_asylumapplication AS claim
    WHERE claim.id = term.application_id AND term.ended_on IS NULL AND (
        term.kind = 'ratify' AND claim.status NOT IN ('admitted', 'summoned')
        OR term.kind = 'visa' AND claim.status NOT IN ('recognised', 'protected')
        OR term.kind = 'leave' AND claim.status NOT IN ('refused_final', 'tutela')
    )
"""


class Migration(migrations.Migration):
    dependencies = [('asylum', '0001_initial')]
    operations = [migrations.RunSQL(MOOT, migrations.RunSQL.noop)]

"""A notice to leave and the nights between two contracts change until when whoever sleeps at a site has lodging."""

from django.db import migrations

TRIGGER = """
DROP TRIGGER due_touched_by_nights ON shelters_site;
CREATE TRIGGER due_touched_by_nights
    AFTER UPDATE OF paid_until, contract_ends_on, contract_gaps, must_leave_on, closed_on ON shelters_site
    FOR EACH ROW WHEN (
        (OLD.paid_until, OLD.contract_ends_on, OLD.contract_gaps, OLD.must_leave_on, OLD.closed_on)
        IS DISTINCT FROM
        (NEW.paid_until, NEW.contract_ends_on, NEW.contract_gaps, NEW.must_leave_on, NEW.closed_on)
    ) EXECUTE FUNCTION worklist_touch_ahead();
"""
BEFORE = """
DROP TRIGGER due_touched_by_nights ON shelters_site;
CREATE TRIGGER due_touched_by_nights AFTER UPDATE OF paid_until, contract_ends_on, closed_on ON shelters_site
    FOR EACH ROW WHEN (
        (OLD.paid_until, OLD.contract_ends_on, OLD.closed_on)
        IS DISTINCT FROM (NEW.paid_until, NEW.contract_ends_on, NEW.closed_on)
    ) EXECUTE FUNCTION worklist_touch_ahead();
"""


class Migration(migrations.Migration):

    dependencies = [('worklist', '0001_initial'), ('shelters', '0002_contracts')]

    operations = [migrations.RunSQL(TRIGGER, BEFORE)]

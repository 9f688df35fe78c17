from django.db import migrations

# Restoring a backup writes rows as they were: the owner may.
GIVEN = """
CREATE FUNCTION public.accounts_grant_is_given() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    owner oid := (SELECT relowner FROM pg_class WHERE oid = TG_RELID);
BEGIN
    IF pg_has_role(current_user, owner, 'MEMBER') THEN
        RETURN NEW;
    END IF;
    IF NEW.granted_by_id IS NULL
        AND (NEW.role <> 'administrator' OR EXISTS (SELECT FROM public.accounts_grant))
    THEN
        RAISE EXCEPTION 'Only the first administrator is given a role by nobody.'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'accounts_grant_is_given';
    END IF;
    -- Whatever role is added later needs approval until it is named here.
    IF NOT NEW.needs_approval AND NEW.role NOT IN ('administrator', 'auditor')
        AND (NEW.role <> 'supervisor' OR EXISTS (
            SELECT FROM public.accounts_grant WHERE office_id = NEW.office_id AND role = 'supervisor'
        ))
    THEN
        RAISE EXCEPTION 'A role that sees people needs approval, but for the first supervisor of an office.'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'accounts_grant_is_given';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER accounts_grant_is_given BEFORE INSERT ON accounts_grant
    FOR EACH ROW EXECUTE FUNCTION public.accounts_grant_is_given();
"""
WITHOUT = """
DROP TRIGGER accounts_grant_is_given ON accounts_grant;
DROP FUNCTION public.accounts_grant_is_given();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_order_of_names")]

    operations = [migrations.RunSQL(GIVEN, WITHOUT)]

-- What the application's role cannot bend, whatever its code does. The owner can: restoring a backup
-- writes rows of the audit log as they were.

-- The audit log tells when something happened by this server's clock, not by what was sent.
CREATE FUNCTION public.accounts_audit_now() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    owner oid := (SELECT relowner FROM pg_class WHERE oid = TG_RELID);
BEGIN
    IF NOT pg_has_role(current_user, owner, 'MEMBER') THEN
        NEW.at := clock_timestamp();
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER accounts_audit_now BEFORE INSERT ON accounts_auditevent
    FOR EACH ROW EXECUTE FUNCTION public.accounts_audit_now();

-- Who gave which role to whom, and whether a second person has to approve it, is said once.
CREATE FUNCTION public.accounts_grant_stands() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION 'A grant keeps its person, role, place and giver, and whether it needs approval.'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'accounts_grant_stands';
END
$$;

CREATE TRIGGER accounts_grant_stands BEFORE UPDATE ON accounts_grant
    FOR EACH ROW WHEN (
        (OLD.user_id, OLD.role, OLD.office_id, OLD.team_id, OLD.granted_by_id, OLD.needs_approval)
        IS DISTINCT FROM
        (NEW.user_id, NEW.role, NEW.office_id, NEW.team_id, NEW.granted_by_id, NEW.needs_approval)
    )
    EXECUTE FUNCTION public.accounts_grant_stands();

-- A refusal stands as it was said.
CREATE FUNCTION public.accounts_grant_stays_refused() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION 'A role that was refused stays refused, by the same person and for the same reason.'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'accounts_grant_stays_refused';
END
$$;

CREATE TRIGGER accounts_grant_stays_refused BEFORE UPDATE ON accounts_grant
    FOR EACH ROW WHEN (
        OLD.refused_at IS NOT NULL
        AND (OLD.refused_by_id, OLD.refused_at, OLD.refused_because)
        IS DISTINCT FROM (NEW.refused_by_id, NEW.refused_at, NEW.refused_because)
    )
    EXECUTE FUNCTION public.accounts_grant_stays_refused();

-- Restoring a backup writes rows as they were: the owner may.
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

-- Whatever changes what falls due says so here, in its own transaction: which case or person, or which kind, or everything.

-- The one argument of a trigger is the question to which case and person, or to which kind, the rows called `changed` lead.
-- Wherever a change comes from, also from a function that looks nowhere by itself.
CREATE FUNCTION worklist_touch() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        EXECUTE 'WITH changed AS (SELECT * FROM was UNION ALL SELECT * FROM became)'
            || ' INSERT INTO worklist_toucheddue (case_id, person_id, kind) ' || TG_ARGV[0];
    ELSE
        EXECUTE 'INSERT INTO worklist_toucheddue (case_id, person_id, kind) ' || TG_ARGV[0];
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_touch_everything() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO worklist_toucheddue (case_id, person_id, kind) VALUES (NULL, NULL, '');
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_follow(followed text, question text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    made text := 'CREATE TRIGGER %s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION worklist_touch(%L)';
BEGIN
    EXECUTE format(made, 'due_touched_by_insert', 'INSERT', followed, 'NEW TABLE AS changed', question);
    EXECUTE format(made, 'due_touched_by_delete', 'DELETE', followed, 'OLD TABLE AS changed', question);
    EXECUTE format(
        made, 'due_touched_by_update', 'UPDATE', followed, 'OLD TABLE AS was NEW TABLE AS became', question
    );
END
$$;

-- Rows of a case, or of a person in one.
SELECT worklist_follow(followed, 'SELECT DISTINCT case_id, individual_id, '''' FROM changed')
FROM unnest(ARRAY[
    'casework_familymember', 'casework_casetask', 'casework_lossreport', 'casework_referral', 'shelters_placement'
]) followed;
SELECT worklist_follow('casework_caseplan', 'SELECT DISTINCT case_id, NULL::uuid, '''' FROM changed');
SELECT worklist_follow('casework_case', 'SELECT DISTINCT id, NULL::uuid, '''' FROM changed');

-- Rows of a person.
SELECT worklist_follow(followed, 'SELECT DISTINCT NULL::uuid, individual_id, '''' FROM changed')
FROM unnest(ARRAY[
    'asylum_asylumapplication', 'asylum_permit', 'casework_authoritytold', 'casework_consent', 'casework_exit',
    'casework_filebasis', 'casework_privacynotice', 'casework_relativeabroad', 'casework_specificneed',
    'casework_subjectrequest'
]) followed;
SELECT worklist_follow('casework_individual', 'SELECT DISTINCT NULL::uuid, id, '''' FROM changed');
SELECT worklist_follow(
    'casework_arrival',
    'SELECT DISTINCT NULL::uuid, person.id, '''' FROM changed'
    ' JOIN casework_individual person ON person.arrival_id = changed.id'
);
SELECT worklist_follow(
    'asylum_legaldeadline',
    'SELECT DISTINCT NULL::uuid, application.individual_id, '''' FROM changed'
    ' JOIN asylum_asylumapplication application ON application.id = changed.application_id'
);
SELECT worklist_follow(
    'casework_detention',
    'SELECT DISTINCT NULL::uuid, relative.individual_id, '''' FROM changed'
    ' JOIN casework_relativeabroad relative ON relative.id = changed.relative_id'
);

-- Commitments to a case, to a person, or to all who sleep somewhere: those hang on neither.
SELECT worklist_follow(
    'aid_commitment',
    'SELECT DISTINCT case_id, individual_id,'
    ' CASE WHEN case_id IS NULL AND individual_id IS NULL THEN ''commitment_ends'' ELSE '''' END FROM changed'
);

-- What many cases stand on: a whole kind, or everything, is worked out anew.
SELECT worklist_follow('aid_agreement', 'SELECT DISTINCT NULL::uuid, NULL::uuid, ''commitment_ends'' FROM changed');
SELECT worklist_follow('reference_needcode', 'SELECT DISTINCT NULL::uuid, NULL::uuid, '''' FROM changed');
SELECT worklist_follow('reference_deadlinerule', 'SELECT DISTINCT NULL::uuid, NULL::uuid, '''' FROM changed');
SELECT worklist_follow('reference_termday', 'SELECT DISTINCT NULL::uuid, NULL::uuid, '''' FROM changed');
SELECT worklist_follow('accounts_office', 'SELECT DISTINCT NULL::uuid, NULL::uuid, '''' FROM changed');

-- Of a site only whose it is.
CREATE TRIGGER due_touched_by_update AFTER UPDATE OF office_id ON shelters_site
    FOR EACH ROW WHEN (OLD.office_id IS DISTINCT FROM NEW.office_id) EXECUTE FUNCTION worklist_touch_everything();

DROP FUNCTION worklist_follow(text, text);

-- Whatever changes what is kept says so here, in its own transaction: which case or person, which kind, which site, or everything.

-- The arguments of a trigger are the question to which case, person and kind, or to which site, the rows called `changed`
-- lead, and the columns that take the answer.
-- Wherever a change comes from, also from a function that looks nowhere by itself. The table says which kinds read it.
CREATE FUNCTION worklist_touch() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    written text := format(
        'INSERT INTO worklist_toucheddue (%s, table_name) SELECT asked.*, %L FROM (%s) AS asked', TG_ARGV[1], TG_TABLE_NAME, TG_ARGV[0]
    );
BEGIN
    IF TG_OP = 'UPDATE' THEN
        written := 'WITH changed AS (SELECT * FROM was UNION ALL SELECT * FROM became) ' || written;
    END IF;
    EXECUTE written;
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_touch_everything() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO worklist_toucheddue (case_id, person_id, kind) VALUES (NULL, NULL, '');
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_touch_ahead() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO worklist_toucheddue (case_id, person_id, kind) VALUES (NULL, NULL, 'families_ahead');
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_touch_nights() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO worklist_toucheddue (kind) VALUES ('nights');
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_follow(
    followed text, question text, named text DEFAULT '', answered_in text DEFAULT 'case_id, person_id, kind'
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    made text := 'CREATE TRIGGER %s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION worklist_touch(%L, %L)';
BEGIN
    EXECUTE format(made, 'due_touched_by_insert' || named, 'INSERT', followed, 'NEW TABLE AS changed', question, answered_in);
    EXECUTE format(made, 'due_touched_by_delete' || named, 'DELETE', followed, 'OLD TABLE AS changed', question, answered_in);
    EXECUTE format(
        made, 'due_touched_by_update' || named, 'UPDATE', followed, 'OLD TABLE AS was NEW TABLE AS became', question, answered_in
    );
END
$$;

-- Rows of a case, or of a person in one.
SELECT worklist_follow(followed, 'SELECT DISTINCT case_id, individual_id, '''' FROM changed')
FROM unnest(ARRAY[
    'casework_familymember', 'casework_casetask', 'casework_lossreport', 'casework_referral', 'shelters_placement'
]) followed;
SELECT worklist_follow('casework_caseplan', 'SELECT DISTINCT case_id, NULL::uuid, '''' FROM changed');
SELECT worklist_follow(
    'casework_arrivalslip',
    'SELECT DISTINCT arrival.case_id, NULL::uuid, '''' FROM changed'
    ' JOIN casework_arrival arrival ON arrival.id = changed.arrival_id'
);
SELECT worklist_follow('casework_case', 'SELECT DISTINCT id, NULL::uuid, '''' FROM changed');

-- Rows of a person.
SELECT worklist_follow(followed, 'SELECT DISTINCT NULL::uuid, individual_id, '''' FROM changed')
FROM unnest(ARRAY[
    'asylum_asylumapplication', 'asylum_letter', 'asylum_measure', 'asylum_observation', 'asylum_permit', 'asylum_standingreview',
    'casework_authoritytold', 'casework_consent', 'casework_exit', 'casework_filebasis', 'casework_identitydocument',
    'casework_privacynotice', 'casework_relativeabroad', 'casework_specificneed', 'casework_subjectrequest'
]) followed;
SELECT worklist_follow('casework_individual', 'SELECT DISTINCT NULL::uuid, id, '''' FROM changed');
SELECT worklist_follow(
    'casework_arrival',
    'SELECT DISTINCT NULL::uuid, person.id, '''' FROM changed'
    ' JOIN casework_individual person ON person.arrival_id = changed.id'
);
SELECT worklist_follow(
    followed,
    'SELECT DISTINCT NULL::uuid, application.individual_id, '''' FROM changed'
    ' JOIN asylum_asylumapplication application ON application.id = changed.application_id'
) FROM unnest(ARRAY[
    'asylum_applicationstatuschange', 'asylum_legaldeadline', 'asylum_claiminterview', 'asylum_checklistmark'
]) followed;
SELECT worklist_follow(
    'casework_detention',
    'SELECT DISTINCT NULL::uuid, relative.individual_id, '''' FROM changed'
    ' JOIN casework_relativeabroad relative ON relative.id = changed.relative_id'
);
-- Who is to sleep apart, or belongs to somebody of another file.
SELECT worklist_follow(
    'casework_relationship',
    'SELECT DISTINCT NULL::uuid, unnest(ARRAY[individual_a_id, individual_b_id]), '''' FROM changed'
);

-- Whether a ground of a file counts is read from steps of consents and from the days that corrections gave them.
SELECT worklist_follow(
    'casework_consentstep',
    'SELECT DISTINCT NULL::uuid, consent.individual_id, '''' FROM changed'
    ' JOIN casework_consent consent ON consent.id = changed.consent_id'
);
SELECT worklist_follow(
    'casework_correction',
    'SELECT DISTINCT NULL::uuid, individual_id, '''' FROM changed WHERE individual_id IS NOT NULL'
);

-- Commitments to a case, to a person, or to all who sleep somewhere: those hang on neither.
SELECT worklist_follow(
    'aid_commitment',
    'SELECT DISTINCT case_id, individual_id,'
    ' CASE WHEN case_id IS NULL AND individual_id IS NULL THEN ''commitment_ends'' ELSE '''' END FROM changed'
);

-- What many cases stand on: a whole kind, or everything, is worked out anew.
SELECT worklist_follow('aid_agreement', 'SELECT DISTINCT NULL::uuid, NULL::uuid, ''commitment_ends'' FROM changed');
SELECT worklist_follow('asylum_pathwaypaper', 'SELECT DISTINCT NULL::uuid, NULL::uuid, ''interview_to_prepare'' FROM changed');
SELECT worklist_follow('reference_workrule', 'SELECT DISTINCT NULL::uuid, NULL::uuid, ''letter_fallen'' FROM changed');
SELECT worklist_follow(followed, 'SELECT DISTINCT NULL::uuid, NULL::uuid, '''' FROM changed')
FROM unnest(ARRAY['reference_needcode', 'reference_deadlinerule', 'reference_termday', 'accounts_office']) followed;

-- What is counted of a night at a site.
SELECT worklist_follow(followed, 'SELECT DISTINCT site_id FROM changed', '_at_site', 'site_id')
FROM unnest(ARRAY['shelters_placement', 'shelters_room']) followed;
SELECT worklist_follow('shelters_site', 'SELECT DISTINCT id FROM changed', '_at_site', 'site_id');
SELECT worklist_follow(
    'shelters_bed',
    'SELECT DISTINCT room.site_id FROM changed JOIN shelters_room room ON room.id = changed.room_id',
    '_at_site', 'site_id'
);
SELECT worklist_follow(
    'shelters_bedclosure',
    'SELECT DISTINCT room.site_id FROM changed JOIN shelters_bed bed ON bed.id = changed.bed_id'
    ' JOIN shelters_room room ON room.id = bed.room_id',
    '_at_site', 'site_id'
);

-- Whose a site is; at a private home nobody needs a bed; the nights that are paid say until when whoever sleeps there has lodging.
CREATE TRIGGER due_touched_by_update AFTER UPDATE OF office_id ON shelters_site
    FOR EACH ROW WHEN (OLD.office_id IS DISTINCT FROM NEW.office_id) EXECUTE FUNCTION worklist_touch_everything();
CREATE TRIGGER due_touched_by_kind AFTER UPDATE OF kind ON shelters_site
    FOR EACH ROW WHEN (OLD.kind IS DISTINCT FROM NEW.kind) EXECUTE FUNCTION worklist_touch_nights();
CREATE TRIGGER due_touched_by_nights AFTER UPDATE OF paid_until, contract_ends_on, closed_on ON shelters_site
    FOR EACH ROW WHEN (
        (OLD.paid_until, OLD.contract_ends_on, OLD.closed_on)
        IS DISTINCT FROM (NEW.paid_until, NEW.contract_ends_on, NEW.closed_on)
    ) EXECUTE FUNCTION worklist_touch_ahead();

DROP FUNCTION worklist_follow(text, text, text, text);

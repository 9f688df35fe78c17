-- Taking an import back is judged case by case: those of the last day go, those on file for longer stay.
--
-- The application's role may not delete what only grows. imports_undo may, as the owner, and asks
-- imports_refusals first. Rows that wait for a correction go on file days after the others, and have a
-- day of their own. See docs/decisions/0008-an-import-can-be-taken-back.md.

CREATE OR REPLACE FUNCTION public.imports_refusals(import_id uuid)
RETURNS TABLE (case_number text, reason text)
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    made_cases uuid[];
    made_arrivals uuid[];
    made_people uuid[];
    link record;
    -- What log_arrival writes, and imports_undo takes back.
    own CONSTANT text[] := ARRAY[
        'casework_arrival', 'casework_individual', 'casework_familymember',
        'casework_casestatuschange', 'casework_caseteamchange',
        'casework_identitydocument', 'casework_phone', 'casework_informationgiven', 'casework_servicerecord',
        'casework_privacynotice', 'casework_filebasis', 'casework_consent',
        'casework_consentstep', 'imports_importedfamily'
    ];
    -- What the house derives by itself, and would derive again.
    derived CONSTANT text[] := ARRAY['worklist_notice', 'casework_duplicatepair'];
BEGIN
    -- The history, which the application can only add to, says how long a case is on file.
    SELECT coalesce(array_agg(f.case_id), '{}') INTO made_cases
      FROM public.imports_importedfamily f
     WHERE f.batch_id = import_id AND f.case_id IS NOT NULL
       AND (SELECT min(e.pgh_created_at) FROM public.casework_caseevent e WHERE e.pgh_obj_id = f.case_id)
           > now() - interval '24 hours';
    SELECT coalesce(array_agg(a.id), '{}') INTO made_arrivals
      FROM public.casework_arrival a
      JOIN public.imports_importedfamily f ON left(f.submission::text, 24) = left(a.submission::text, 24) AND f.case_id = a.case_id
     WHERE f.batch_id = import_id AND f.case_id = ANY (made_cases);
    SELECT coalesce(array_agg(i.id), '{}') INTO made_people
      FROM public.casework_individual i WHERE i.arrival_id = ANY (made_arrivals);
    -- 1. Something of it is young.
    IF cardinality(made_cases) = 0 THEN
        RETURN QUERY
            SELECT f.number::text, 'too_old'
              FROM public.imports_importedfamily f
             WHERE f.batch_id = import_id AND f.case_id IS NOT NULL;
        IF NOT FOUND THEN
            RETURN QUERY SELECT ''::text, 'nothing'::text;
        END IF;
    END IF;
    -- 2. Nothing was done to it since: the audit log, which can only grow, too.
    RETURN QUERY
        SELECT DISTINCT c.number::text, e.verb::text
          FROM public.casework_case c
          JOIN public.accounts_auditevent e ON e.case_id = c.id
         WHERE c.id = ANY (made_cases) AND NOT e.is_read AND e.verb <> 'arrival.logged';
    -- 3. It is as it was written.
    RETURN QUERY
        SELECT DISTINCT f.number::text, 'changed'
          FROM public.imports_importedfamily f
          JOIN public.casework_case c ON c.id = f.case_id
         WHERE f.batch_id = import_id AND f.case_id = ANY (made_cases) AND (
            c.version <> 1
            OR c.status <> 'open'
            OR NOT EXISTS (SELECT 1 FROM public.casework_arrival a
                            WHERE a.case_id = c.id AND a.id = ANY (made_arrivals))
            OR EXISTS (SELECT 1 FROM public.casework_arrival a
                        WHERE a.case_id = c.id AND a.id <> ALL (made_arrivals))
            OR (SELECT count(*) FROM public.casework_casestatuschange s WHERE s.case_id = c.id) <> 1
            OR (SELECT count(*) FROM public.casework_caseteamchange t WHERE t.case_id = c.id) <> 1
            OR (SELECT count(*) FROM public.casework_familymember m WHERE m.case_id = c.id) <> f.people
            OR EXISTS (SELECT 1 FROM public.casework_familymember m
                        WHERE m.case_id = c.id
                          AND (m.left_on IS NOT NULL OR m.individual_id <> ALL (made_people)))
            OR EXISTS (SELECT 1 FROM public.casework_familymember m
                         JOIN public.casework_familymemberevent e ON e.pgh_obj_id = m.id
                        WHERE m.case_id = c.id
                        GROUP BY m.id HAVING count(*) > 1)
            OR EXISTS (SELECT 1 FROM public.casework_individual i
                         JOIN public.casework_arrival a ON a.id = i.arrival_id
                        WHERE a.case_id = c.id AND (
                            i.version <> 1
                            OR EXISTS (SELECT 1 FROM public.casework_familymember m
                                        WHERE m.individual_id = i.id AND m.case_id <> c.id)))
            OR (SELECT count(*) FROM public.casework_identitydocument d
                  JOIN public.casework_individual i ON i.id = d.individual_id
                  JOIN public.casework_arrival a ON a.id = i.arrival_id
                 WHERE a.case_id = c.id) <> f.documents
            OR (SELECT count(*) FROM public.casework_servicerecord r
                  JOIN public.casework_individual i ON i.id = r.individual_id
                  JOIN public.casework_arrival a ON a.id = i.arrival_id
                 WHERE a.case_id = c.id) <> f.services
         );
    RETURN QUERY
        SELECT DISTINCT c.number::text, 'casework_duplicatepair'
          FROM public.casework_duplicatepair d
          JOIN public.casework_individual i ON i.id IN (d.first_id, d.second_id)
          JOIN public.casework_arrival a ON a.id = i.arrival_id
          JOIN public.casework_case c ON c.id = a.case_id
         WHERE c.id = ANY (made_cases) AND d.status <> 'open'
           -- What the import itself decided, it takes back.
           AND EXISTS (SELECT 1 FROM public.casework_pairdecision e
                        WHERE e.pair_id = d.id AND e.grounds <> 'at_the_import');
    -- 4. No row of any other table hangs on it, of whatever room, today or in years.
    FOR link IN
        SELECT k.conrelid, k.conrelid::regclass::text AS child, a.attname AS child_column,
               p.relname::text AS parent
          FROM pg_constraint k
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
          JOIN pg_class p ON p.oid = k.confrelid
          JOIN pg_namespace n ON n.oid = p.relnamespace
          JOIN pg_class h ON h.oid = k.conrelid
         WHERE k.contype = 'f' AND n.nspname = 'public'
           AND p.relname IN ('casework_case', 'casework_individual', 'casework_arrival')
           AND h.relname <> ALL (own)
    LOOP
        IF replace(link.child, 'public.', '') = ANY (derived) THEN
            CONTINUE;
        END IF;
        RETURN QUERY EXECUTE format(
            'SELECT DISTINCT c.number::text, %L::text
               FROM %s x
               JOIN public.%I p ON p.id = x.%I
               JOIN public.casework_case c ON c.id = %s
              WHERE c.id = ANY ($1)',
            replace(link.child, 'public.', ''), link.conrelid::regclass, link.parent, link.child_column,
            CASE link.parent
                WHEN 'casework_case' THEN 'p.id'
                WHEN 'casework_arrival' THEN 'p.case_id'
                ELSE '(SELECT a.case_id FROM public.casework_arrival a WHERE a.id = p.arrival_id)'
            END
        ) USING made_cases;
    END LOOP;
END
$function$;

CREATE OR REPLACE FUNCTION public.imports_undo(import_id uuid)
RETURNS TABLE (case_number text, reason text)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    made_cases uuid[];
    made_arrivals uuid[];
    made_people uuid[];
    made_keys uuid[];
    kept_numbers text[];
    reasons text[];
BEGIN
    PERFORM 1 FROM public.imports_importbatch b WHERE b.id = import_id FOR UPDATE;
    -- The history, which the application can only add to, says how long a case is on file.
    SELECT coalesce(array_agg(f.case_id), '{}') INTO made_cases
      FROM public.imports_importedfamily f
     WHERE f.batch_id = import_id AND f.case_id IS NOT NULL
       AND (SELECT min(e.pgh_created_at) FROM public.casework_caseevent e WHERE e.pgh_obj_id = f.case_id)
           > now() - interval '24 hours';
    -- Every action locks the case or somebody in it; from here on they wait for us.
    PERFORM 1 FROM public.casework_case c WHERE c.id = ANY (made_cases) ORDER BY c.id FOR UPDATE;
    SELECT coalesce(array_agg(a.id), '{}') INTO made_arrivals
      FROM public.casework_arrival a WHERE a.case_id = ANY (made_cases);
    PERFORM 1 FROM public.casework_individual i
      WHERE i.arrival_id = ANY (made_arrivals) ORDER BY i.id FOR UPDATE;

    SELECT coalesce(array_agg(r.case_number), '{}'), coalesce(array_agg(r.reason), '{}')
      INTO kept_numbers, reasons FROM public.imports_refusals(import_id) r;
    RETURN QUERY SELECT * FROM unnest(kept_numbers, reasons);
    -- Whatever was said of a case keeps that case alone.
    SELECT coalesce(array_agg(c.id), '{}') INTO made_cases
      FROM public.casework_case c
     WHERE c.id = ANY (made_cases) AND c.number <> ALL (kept_numbers)
       -- The number in the import's own table is the application's to write, and may not be another case's.
       AND NOT EXISTS (SELECT 1 FROM public.imports_importedfamily f
                        WHERE f.batch_id = import_id AND f.case_id = c.id AND f.number <> c.number);
    IF cardinality(made_cases) = 0 THEN
        RETURN;
    END IF;
    SELECT coalesce(array_agg(a.id), '{}') INTO made_arrivals
      FROM public.casework_arrival a WHERE a.case_id = ANY (made_cases);

    SELECT coalesce(array_agg(i.id), '{}') INTO made_people
      FROM public.casework_individual i WHERE i.arrival_id = ANY (made_arrivals);
    SELECT array_agg(c.key_id) || (SELECT array_agg(i.key_id) FROM public.casework_individual i
                                    WHERE i.id = ANY (made_people))
      INTO made_keys FROM public.casework_case c WHERE c.id = ANY (made_cases);
    IF to_regclass('public.worklist_notice') IS NOT NULL THEN
        EXECUTE 'DELETE FROM public.worklist_notice n WHERE n.case_id = ANY ($1)' USING made_cases;
    END IF;
    -- The mark of the submission is free again: the family may go on file anew, as another case.
    UPDATE public.imports_importedfamily f SET case_id = NULL, submission = gen_random_uuid()
     WHERE f.batch_id = import_id AND f.case_id = ANY (made_cases);
    DELETE FROM public.casework_pairdecision e USING public.casework_duplicatepair d
     WHERE e.pair_id = d.id AND (d.first_id = ANY (made_people) OR d.second_id = ANY (made_people));
    DELETE FROM public.casework_duplicatepair d
     WHERE d.first_id = ANY (made_people) OR d.second_id = ANY (made_people);
    DELETE FROM public.casework_privacynotice n WHERE n.individual_id = ANY (made_people);
    DELETE FROM public.casework_filebasis b WHERE b.individual_id = ANY (made_people);
    DELETE FROM public.casework_consentstep s USING public.casework_consent c
     WHERE s.consent_id = c.id AND c.individual_id = ANY (made_people);
    DELETE FROM public.casework_consent c WHERE c.individual_id = ANY (made_people);
    DELETE FROM public.casework_informationgiven g WHERE g.individual_id = ANY (made_people);
    DELETE FROM public.casework_phone p WHERE p.individual_id = ANY (made_people);
    DELETE FROM public.casework_identitydocument d WHERE d.individual_id = ANY (made_people);
    DELETE FROM public.casework_servicerecord r WHERE r.individual_id = ANY (made_people);
    DELETE FROM public.casework_familymember m WHERE m.case_id = ANY (made_cases);
    DELETE FROM public.casework_individual i WHERE i.id = ANY (made_people);
    DELETE FROM public.casework_arrival a WHERE a.id = ANY (made_arrivals);
    DELETE FROM public.casework_casestatuschange s WHERE s.case_id = ANY (made_cases);
    DELETE FROM public.casework_caseteamchange t WHERE t.case_id = ANY (made_cases);
    DELETE FROM public.casework_case c WHERE c.id = ANY (made_cases);
    DELETE FROM vault.subject_key k WHERE k.id = ANY (made_keys);
    -- Whatever still points at a deleted row must say so here, not when the transaction ends.
    SET CONSTRAINTS ALL IMMEDIATE;
    SET CONSTRAINTS ALL DEFERRED;
END
$function$;

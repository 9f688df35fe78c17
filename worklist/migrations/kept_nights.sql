-- Whatever changes what is counted of a night says so here, in its own transaction: at which site. What changes of a case or
-- a person says `kept_due.sql`: a site is counted again where one of them sleeps.

-- The one argument of a trigger is the question to which sites the rows called `changed` lead.
CREATE FUNCTION worklist_touch_sites() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        EXECUTE 'WITH changed AS (SELECT * FROM was UNION ALL SELECT * FROM became)'
            || ' INSERT INTO worklist_toucheddue (site_id) ' || TG_ARGV[0];
    ELSE
        EXECUTE 'INSERT INTO worklist_toucheddue (site_id) ' || TG_ARGV[0];
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_touch_nights() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO worklist_toucheddue (kind) VALUES ('nights');
    RETURN NULL;
END
$$;

CREATE FUNCTION worklist_follow(followed text, named text, runs text, question text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    made text := 'CREATE TRIGGER %s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I(%L)';
BEGIN
    EXECUTE format(made, 'due_touched_by_insert' || named, 'INSERT', followed, 'NEW TABLE AS changed', runs, question);
    EXECUTE format(made, 'due_touched_by_delete' || named, 'DELETE', followed, 'OLD TABLE AS changed', runs, question);
    EXECUTE format(
        made, 'due_touched_by_update' || named, 'UPDATE', followed, 'OLD TABLE AS was NEW TABLE AS became', runs, question
    );
END
$$;

SELECT worklist_follow(followed, '_at_site', 'worklist_touch_sites', 'SELECT DISTINCT site_id FROM changed')
FROM unnest(ARRAY['shelters_placement', 'shelters_room']) followed;
SELECT worklist_follow(
    'shelters_bed', '_at_site', 'worklist_touch_sites',
    'SELECT DISTINCT room.site_id FROM changed JOIN shelters_room room ON room.id = changed.room_id'
);
SELECT worklist_follow(
    'shelters_bedclosure', '_at_site', 'worklist_touch_sites',
    'SELECT DISTINCT room.site_id FROM changed JOIN shelters_bed bed ON bed.id = changed.bed_id'
    ' JOIN shelters_room room ON room.id = bed.room_id'
);

-- Who is to sleep apart, or belongs to somebody of another file.
SELECT worklist_follow(
    'casework_relationship', '', 'worklist_touch',
    'SELECT DISTINCT NULL::uuid, unnest(ARRAY[individual_a_id, individual_b_id]), '''' FROM changed'
);

-- From when to when it is open.
SELECT worklist_follow('shelters_site', '_at_site', 'worklist_touch_sites', 'SELECT DISTINCT id FROM changed');

-- At a private home nobody needs a bed.
CREATE TRIGGER due_touched_by_kind AFTER UPDATE OF kind ON shelters_site
    FOR EACH ROW WHEN (OLD.kind IS DISTINCT FROM NEW.kind) EXECUTE FUNCTION worklist_touch_nights();

DROP FUNCTION worklist_follow(text, text, text, text);

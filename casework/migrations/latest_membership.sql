-- Which membership of a person is the latest is asked in every question about people, so it stands in the row:
-- one that held on a day before one that held on none, then the one that began later. Written here alone, whoever writes.
CREATE FUNCTION casework_mark_latest(people uuid[]) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
    UPDATE casework_familymember member SET is_latest = ranked.is_latest
    FROM (
        SELECT id, row_number() OVER (
            PARTITION BY individual_id ORDER BY (left_on IS DISTINCT FROM joined_on) DESC, joined_on DESC, id DESC
        ) = 1 AS is_latest
        FROM casework_familymember WHERE individual_id = ANY (people)
    ) ranked
    WHERE ranked.id = member.id AND ranked.is_latest IS DISTINCT FROM member.is_latest
$$;

-- The mark itself is an update too, so this runs once more for it and then finds nothing left to do.
CREATE FUNCTION casework_follow_latest() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    people uuid[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        people := ARRAY(SELECT DISTINCT individual_id FROM became);
    ELSIF TG_OP = 'DELETE' THEN
        people := ARRAY(SELECT DISTINCT individual_id FROM was);
    ELSE
        people := ARRAY(SELECT individual_id FROM was UNION SELECT individual_id FROM became);
    END IF;
    IF people <> '{}' THEN
        PERFORM casework_mark_latest(people);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER latest_after_insert AFTER INSERT ON casework_familymember
    REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION casework_follow_latest();
CREATE TRIGGER latest_after_update AFTER UPDATE ON casework_familymember
    REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION casework_follow_latest();
CREATE TRIGGER latest_after_delete AFTER DELETE ON casework_familymember
    REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION casework_follow_latest();

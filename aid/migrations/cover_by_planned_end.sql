-- The view behind aid.models.Cover, in place of cover_by_contract_and_arrival.sql. It reads columns of
-- casework_familymember, shelters_placement and shelters_site: a migration that retypes or drops one of them has to drop
-- this view first and make it again.
--
-- Lodging at a site ends for everybody in it on the first night that is not paid, not under contract or past a notice to
-- leave, whatever was promised; all its aid ends when it closes. Where a site states such a night and nobody wrote a firm
-- promise of lodging beside it, the payment itself is the promise. The nights between two contracts are covered by neither:
-- lodging at a site with such a gap is cut into what lies before and after it. Few sites have one, so that they stand in
-- branches of their own.
--
-- `expected_on` is the first night of a stay that nobody checked in. Such a stay covers nobody once that night has
-- passed. `planned_end_on` is the planned end of a stay that has not ended, or the day until which it may last past the
-- plan. It ends cover while it is still to come.
-- Readers compare both with their day, because the clock of the database knows no office.

CREATE VIEW aid_cover AS
SELECT reach.reach_id, reach.commitment_id, reach.individual_id, commitment.agreement_id,
       coalesce(commitment.kind, 'lodging') AS kind, reach.starts_on, reach.until,
       agreement.ends_on AS agreement_ends_on, coalesce(commitment.is_firm, true) AS is_firm, reach.expected_on,
       reach.planned_end_on
FROM (
    SELECT id AS reach_id, id AS commitment_id, individual_id, starts_on, until, NULL::date AS expected_on,
           NULL::date AS planned_end_on
    FROM aid_commitment WHERE individual_id IS NOT NULL
    UNION ALL
    SELECT c.id, c.id, m.individual_id, greatest(c.starts_on, m.joined_on), least(c.until, m.left_on), NULL, NULL
    FROM aid_commitment c JOIN casework_familymember m ON m.case_id = c.case_id
    UNION ALL
    SELECT c.id, c.id, p.individual_id, greatest(c.starts_on, p.starts_on),
           least(c.until, p.ends_on, s.closed_on,
                 CASE WHEN c.kind = 'lodging' THEN least(s.paid_until, s.contract_ends_on, s.must_leave_on) END),
           CASE WHEN p.checked_in_at IS NULL THEN p.starts_on END,
           CASE WHEN p.ends_on IS NULL THEN coalesce(p.allowed_until, p.planned_end_on) END
    FROM aid_commitment c
    JOIN shelters_placement p ON p.site_id = c.site_id
    JOIN shelters_site s ON s.id = c.site_id
    WHERE p.cancelled_at IS NULL AND (c.kind <> 'lodging' OR s.contract_gaps = '{}')
    UNION ALL
    SELECT c.id, c.id, p.individual_id, greatest(c.starts_on, p.starts_on, lower(stretch)),
           least(c.until, p.ends_on, s.closed_on, s.paid_until, s.contract_ends_on, s.must_leave_on, upper(stretch)),
           CASE WHEN p.checked_in_at IS NULL THEN p.starts_on END,
           CASE WHEN p.ends_on IS NULL THEN coalesce(p.allowed_until, p.planned_end_on) END
    FROM aid_commitment c
    JOIN shelters_placement p ON p.site_id = c.site_id
    JOIN shelters_site s ON s.id = c.site_id
    CROSS JOIN LATERAL unnest(
        datemultirange(daterange(NULL, NULL)) - datemultirange(VARIADIC s.contract_gaps)
    ) AS stretch
    WHERE p.cancelled_at IS NULL AND c.kind = 'lodging' AND s.contract_gaps <> '{}'
    UNION ALL
    SELECT p.id, NULL, p.individual_id, p.starts_on,
           least(p.ends_on, s.closed_on, s.paid_until, s.contract_ends_on, s.must_leave_on),
           CASE WHEN p.checked_in_at IS NULL THEN p.starts_on END,
           CASE WHEN p.ends_on IS NULL THEN coalesce(p.allowed_until, p.planned_end_on) END
    FROM shelters_placement p
    JOIN shelters_site s ON s.id = p.site_id
    WHERE p.cancelled_at IS NULL
      AND coalesce(s.paid_until, s.contract_ends_on) IS NOT NULL
      AND s.contract_gaps = '{}'
      AND NOT EXISTS (
          SELECT FROM aid_commitment c
          WHERE c.site_id = s.id AND c.kind = 'lodging' AND c.is_firm
      )
    UNION ALL
    SELECT p.id, NULL, p.individual_id, greatest(p.starts_on, lower(stretch)),
           least(p.ends_on, s.closed_on, s.paid_until, s.contract_ends_on, s.must_leave_on, upper(stretch)),
           CASE WHEN p.checked_in_at IS NULL THEN p.starts_on END,
           CASE WHEN p.ends_on IS NULL THEN coalesce(p.allowed_until, p.planned_end_on) END
    FROM shelters_placement p
    JOIN shelters_site s ON s.id = p.site_id
    CROSS JOIN LATERAL unnest(
        datemultirange(daterange(NULL, NULL)) - datemultirange(VARIADIC s.contract_gaps)
    ) AS stretch
    WHERE p.cancelled_at IS NULL
      AND s.contract_gaps <> '{}'
      AND NOT EXISTS (
          SELECT FROM aid_commitment c
          WHERE c.site_id = s.id AND c.kind = 'lodging' AND c.is_firm
      )
) reach
LEFT JOIN aid_commitment commitment ON commitment.id = reach.commitment_id
LEFT JOIN aid_agreement agreement ON agreement.id = commitment.agreement_id
WHERE reach.until IS NULL OR reach.until > reach.starts_on

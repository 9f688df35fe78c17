-- The view behind aid.models.Cover. It reads columns of casework_familymember and shelters_placement: a
-- migration that retypes or drops one of them has to drop this view first and make it again.

CREATE VIEW aid_cover AS
SELECT reach.commitment_id, reach.individual_id, commitment.agreement_id, commitment.kind,
       reach.starts_on, reach.until, agreement.ends_on AS agreement_ends_on, commitment.is_firm
FROM (
    SELECT id AS commitment_id, individual_id, starts_on, until
    FROM aid_commitment WHERE individual_id IS NOT NULL
    UNION ALL
    SELECT c.id, m.individual_id, greatest(c.starts_on, m.joined_on), least(c.until, m.left_on)
    FROM aid_commitment c JOIN casework_familymember m ON m.case_id = c.case_id
    UNION ALL
    SELECT c.id, p.individual_id, greatest(c.starts_on, p.starts_on), least(c.until, p.ends_on)
    FROM aid_commitment c JOIN shelters_placement p ON p.site_id = c.site_id
    WHERE p.cancelled_at IS NULL
) reach
JOIN aid_commitment commitment ON commitment.id = reach.commitment_id
LEFT JOIN aid_agreement agreement ON agreement.id = commitment.agreement_id
WHERE reach.until IS NULL OR reach.until > reach.starts_on

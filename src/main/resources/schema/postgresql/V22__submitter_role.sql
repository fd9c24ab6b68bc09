-- The highest role of whoever had a run submitted, or made or last changed a schedule; of those before, none is known.
ALTER TABLE run ADD COLUMN submitter_role VARCHAR(16);
ALTER TABLE schedule ADD COLUMN submitter_role VARCHAR(16);

-- For which run a run works; and, from its end until that one has taken its answer, once more.
ALTER TABLE run ADD COLUMN works_for UUID;
ALTER TABLE run ADD COLUMN reports_to UUID;
CREATE INDEX run_works_for ON run (works_for) WHERE works_for IS NOT NULL;
CREATE INDEX run_reports_to ON run (reports_to) WHERE reports_to IS NOT NULL;

-- For which run a run works; and, from its end until that one has taken its answer, once more.
ALTER TABLE run ADD COLUMN works_for VARCHAR(36);
ALTER TABLE run ADD COLUMN reports_to VARCHAR(36);
CREATE INDEX run_works_for ON run (works_for);
CREATE INDEX run_reports_to ON run (reports_to);

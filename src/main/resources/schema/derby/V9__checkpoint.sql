-- The place of the run's newest checkpoint in its journal: a resume reads from there on.
ALTER TABLE run ADD COLUMN checkpoint BIGINT;

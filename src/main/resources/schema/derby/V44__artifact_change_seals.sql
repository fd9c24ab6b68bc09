-- The seal of the document before a decision, as in artifact. Absent without sealing keys.
ALTER TABLE artifact_change ADD COLUMN seal VARCHAR(96);

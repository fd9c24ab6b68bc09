-- Which start of which server has the journal of a run in its memory; none for the others, whose journal is in the table of events.
ALTER TABLE run ADD COLUMN home VARCHAR(512);

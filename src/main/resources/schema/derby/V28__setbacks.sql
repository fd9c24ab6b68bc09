-- What befell the holders of a run since one of them last let it go or took a step forward with it:
-- how often it was taken on without its record having been read to the end; how many servers in a row ended with it in hand,
-- the last of them, and how many other runs that one had in hand.
ALTER TABLE run ADD COLUMN admissions INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE run ADD COLUMN losses INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE run ADD COLUMN lost_with VARCHAR(512);
ALTER TABLE run ADD COLUMN beside INTEGER DEFAULT 0 NOT NULL;

-- Since when the run of a firing waits for a person, and so holds no slot. A server that does not know of this counts the slot as taken.
ALTER TABLE firing ADD COLUMN waits_since TIMESTAMP WITH TIME ZONE;

-- The last schedule whose firings were decided about: one look takes so many, and the next one goes on behind them.
ALTER TABLE schedule_gate ADD COLUMN seen VARCHAR(36) NOT NULL DEFAULT '';

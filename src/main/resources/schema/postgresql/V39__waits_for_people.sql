-- The runs that wait for people, the longest waiting first: their list, and those of whom people are reminded.
CREATE INDEX run_waits_for_people ON run (updated_at, id)
  WHERE status = 'WAITING' AND waiting_for IN ('approval', 'answer', 'reconciliation', 'loop', 'migration');

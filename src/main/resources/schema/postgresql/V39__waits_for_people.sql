-- What waits for people, the longest waiting first: its list, and the runs of which people are reminded.
CREATE INDEX run_waits_for_people ON run (updated_at, id)
  WHERE status IN ('WAITING', 'PAUSED')
    AND waiting_for IN ('approval', 'answer', 'reconciliation', 'loop', 'migration', 'budget');

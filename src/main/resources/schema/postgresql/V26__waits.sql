-- Who waits for what without a time, to find those whose wait nothing will end. An append changes none of this.
CREATE INDEX run_waits ON run (waiting_for, id) WHERE status = 'WAITING' AND due_at IS NULL;

-- Who waits for what, to find those whose wait nothing will end. An append changes none of this.
CREATE INDEX run_waits ON run (waiting_for, id);

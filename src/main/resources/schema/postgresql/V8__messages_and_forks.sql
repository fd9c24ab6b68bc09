-- What people say to a run; taken, in order, into its journal before its model is asked again. The row of the run counts them.
CREATE TABLE run_message (
  run_id    uuid         NOT NULL,
  number    BIGINT       NOT NULL,
  tenant    VARCHAR(64)  NOT NULL,
  posted_by VARCHAR(256) NOT NULL,
  posted_at TIMESTAMP WITH TIME ZONE NOT NULL,
  reason    VARCHAR(1024),
  text      TEXT         NOT NULL,
  PRIMARY KEY (run_id, number)
);
ALTER TABLE run ADD COLUMN messages BIGINT NOT NULL DEFAULT 0;

-- The event of another run that a run goes on from. It needs that run's journal: the other one cannot be deleted before it.
ALTER TABLE run ADD COLUMN parent uuid REFERENCES run (id);
ALTER TABLE run ADD COLUMN parent_sequence BIGINT;
CREATE INDEX run_parent ON run (parent);

-- The starts of servers, and what was last heard of each: who began a call may be dead, alive or silent.
CREATE TABLE server_start (
  id         VARCHAR(512) NOT NULL PRIMARY KEY,
  name       VARCHAR(512) NOT NULL,
  started_at TIMESTAMP WITH TIME ZONE NOT NULL,
  heard_at   TIMESTAMP WITH TIME ZONE NOT NULL,
  ended_at   TIMESTAMP WITH TIME ZONE
);

-- Lists by status, by agent or by both, however few runs match, in their order.
CREATE INDEX run_list_by_status ON run (tenant, status, created_at, id);
CREATE INDEX run_list_by_agent ON run (tenant, agent, created_at, id);
CREATE INDEX run_list_by_both ON run (tenant, agent, status, created_at, id);

-- A prepared statement is planned without its values, by how many different ones the statistics have seen. They have not seen the
-- agents of few runs, and if they have seen one agent only, a list by agent would follow the index of all runs.
ALTER TABLE run ALTER COLUMN agent SET (n_distinct = 100);
ALTER TABLE run ALTER COLUMN status SET (n_distinct = 8);
ANALYZE run;

-- What retention may erase, the oldest of each group first. An append changes none of this.
CREATE INDEX run_ended ON run (tenant, agent, status, updated_at, id)
  WHERE status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER');

-- Runs that ended last and had a job, which may not have ended.
CREATE INDEX run_job_ended ON run (updated_at) WHERE status IN ('COMPLETED', 'CANCELLED') AND execution IS NOT NULL;

-- Lists by status, by agent or by both, however few runs match.
CREATE INDEX run_list_by_status ON run (tenant, status, created_at DESC);
CREATE INDEX run_list_by_agent ON run (tenant, agent, created_at DESC);
CREATE INDEX run_list_by_both ON run (tenant, agent, status, created_at DESC);

-- What retention may erase, the oldest of each group first. An append changes none of this.
CREATE INDEX run_ended ON run (tenant, agent, status, updated_at, id);

-- Runs that ended last and had a job, which may not have ended.
CREATE INDEX run_job_ended ON run (updated_at DESC);

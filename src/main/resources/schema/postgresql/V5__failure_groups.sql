-- Derby reads the runs that ended last instead: it would have a row here for each run, also for those that never failed.
CREATE INDEX run_list_by_failure_group ON run (tenant, failure_group, ended_at, id) WHERE failure_group IS NOT NULL;

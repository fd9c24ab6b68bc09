-- Who wants the run paused, and why, while its holder has not done so.
ALTER TABLE run ADD COLUMN paused_by VARCHAR(256);
ALTER TABLE run ADD COLUMN pause_reason VARCHAR(1024);

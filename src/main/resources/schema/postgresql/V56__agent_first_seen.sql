-- When a run of the tenant first took the version; null for versions from before this column.
ALTER TABLE agent ADD COLUMN first_seen_at TIMESTAMP WITH TIME ZONE;

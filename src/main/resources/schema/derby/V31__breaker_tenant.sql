-- Breakers of tools count by tenant; '' stands for all tenants, which share those of providers. Tools begin closed.
DELETE FROM breaker WHERE kind = 'tool';
ALTER TABLE breaker ADD COLUMN tenant VARCHAR(64) DEFAULT '' NOT NULL;
ALTER TABLE breaker DROP PRIMARY KEY;
ALTER TABLE breaker ADD PRIMARY KEY (kind, tenant, name);

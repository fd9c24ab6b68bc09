-- Limits of a day are in US dollars, tokens, model calls or tool calls: unit is USD, TOKENS, MODEL_CALLS or TOOL_CALLS. So far all are in US dollars.
ALTER TABLE budget_day ADD COLUMN unit VARCHAR(16) DEFAULT 'USD' NOT NULL;
ALTER TABLE budget_day DROP CONSTRAINT budget_day_pkey;
ALTER TABLE budget_day ADD PRIMARY KEY (tenant, subject, name, unit, budget_date);

-- Why a batch waits although items could begin: something is switched off, or money is short or must be approved.
ALTER TABLE batch ADD COLUMN hold_reason VARCHAR(2000);
ALTER TABLE batch ADD COLUMN held_until TIMESTAMP;
ALTER TABLE batch ADD COLUMN needed_usd DECIMAL(19, 6);
ALTER TABLE batch ADD COLUMN approved_usd DECIMAL(19, 6);

-- What is reserved for a batch of a provider, from the limits of a day, until its replies say what it cost.
ALTER TABLE provider_batch ADD COLUMN reserved_on DATE;
ALTER TABLE provider_batch ADD COLUMN reserved_usd DECIMAL(19, 6);
ALTER TABLE provider_batch ADD COLUMN reserved_tokens BIGINT;

-- Reasons may rest encrypted: the key's id, a colon, and the text; without a key nothing stands before the colon.
ALTER TABLE run ALTER COLUMN cancel_reason SET DATA TYPE VARCHAR(6000);
ALTER TABLE run ALTER COLUMN pause_reason SET DATA TYPE VARCHAR(6000);
ALTER TABLE run_message ALTER COLUMN reason SET DATA TYPE VARCHAR(6000);
UPDATE run SET cancel_reason = ':' || cancel_reason WHERE cancel_reason IS NOT NULL;
UPDATE run SET pause_reason = ':' || pause_reason WHERE pause_reason IS NOT NULL;
UPDATE run_message SET reason = ':' || reason WHERE reason IS NOT NULL;

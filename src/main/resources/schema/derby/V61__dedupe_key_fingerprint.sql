-- What a submission with the key asks for, so that another caller with another wish is told. Older keys have none.
ALTER TABLE dedupe_key ADD COLUMN fingerprint VARCHAR(64);

-- With which key the text of a message is encrypted while it waits; empty for none.
ALTER TABLE run_message ADD COLUMN cipher_key VARCHAR(16) NOT NULL DEFAULT '';

-- Pages of artifacts are in the order of their characters' codes, which is also the order of their index, whatever the database's language is.
ALTER TABLE artifact
  ALTER COLUMN role_name TYPE VARCHAR(64) COLLATE "C",
  ALTER COLUMN method TYPE VARCHAR(64) COLLATE "C";

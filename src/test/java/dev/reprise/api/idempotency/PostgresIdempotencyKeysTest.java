package dev.reprise.api.idempotency;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresIdempotencyKeysTest extends IdempotencyKeysContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}

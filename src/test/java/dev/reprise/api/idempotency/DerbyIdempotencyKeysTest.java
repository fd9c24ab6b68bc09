package dev.reprise.api.idempotency;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyIdempotencyKeysTest extends IdempotencyKeysContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}

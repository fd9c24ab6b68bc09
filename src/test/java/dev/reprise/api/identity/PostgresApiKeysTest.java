package dev.reprise.api.identity;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresApiKeysTest extends ApiKeysContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}

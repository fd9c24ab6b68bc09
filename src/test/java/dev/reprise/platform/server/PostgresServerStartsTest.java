package dev.reprise.platform.server;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresServerStartsTest extends ServerStartsContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}

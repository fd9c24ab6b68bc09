package dev.reprise.journal.store;

import javax.sql.DataSource;

class PostgresProtectionTest extends ProtectionContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}

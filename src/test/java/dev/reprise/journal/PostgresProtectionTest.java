package dev.reprise.journal;

import javax.sql.DataSource;

class PostgresProtectionTest extends ProtectionContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}

package dev.reprise.journal.store;

import javax.sql.DataSource;

class DerbyProtectionTest extends ProtectionContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}

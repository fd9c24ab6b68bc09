package dev.reprise.journal;

import javax.sql.DataSource;

class DerbyProtectionTest extends ProtectionContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}

package dev.reprise.platform;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class DerbyServerStartsTest extends ServerStartsContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}

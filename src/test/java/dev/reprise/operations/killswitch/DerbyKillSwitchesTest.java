package dev.reprise.operations.killswitch;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyKillSwitchesTest extends KillSwitchesContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}

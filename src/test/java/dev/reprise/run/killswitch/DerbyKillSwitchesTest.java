package dev.reprise.run.killswitch;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyKillSwitchesTest extends KillSwitchesContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}

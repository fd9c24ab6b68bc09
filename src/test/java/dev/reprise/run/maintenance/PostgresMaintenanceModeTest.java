package dev.reprise.run.maintenance;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresMaintenanceModeTest extends MaintenanceModeContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}

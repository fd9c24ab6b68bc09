package dev.reprise.schedule;

import dev.reprise.journal.TestDatabases;
import java.sql.SQLException;

class PostgresScheduleTablesTest extends ScheduleStoreContract {

  @Override
  ScheduleStore store() throws SQLException {
    return Emptied.tables(TestDatabases.postgres());
  }
}

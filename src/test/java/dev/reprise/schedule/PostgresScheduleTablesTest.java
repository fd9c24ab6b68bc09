package dev.reprise.schedule;

import dev.reprise.journal.TestDatabases;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PostgresScheduleTablesTest extends ScheduleStoreContract {

  @Override
  ScheduleStore store() throws SQLException {
    return Emptied.tables(TestDatabases.postgres());
  }

  @Test
  void oneLookReadsSoMuchAndNoMore() throws SQLException {
    BoundedLook.takesAllInTurn(store());
  }
}

package dev.reprise.schedule;

import dev.reprise.journal.TestDatabases;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DerbyScheduleTablesTest extends ScheduleStoreContract {

  @Override
  ScheduleStore store() throws SQLException {
    return Emptied.tables(TestDatabases.derby());
  }

  @Test
  void oneLookReadsSoMuchAndNoMore() throws SQLException {
    BoundedLook.takesAllInTurn(store());
  }
}

package dev.reprise.schedule.jdbc;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.schedule.BoundedLook;
import dev.reprise.schedule.ScheduleStore;
import dev.reprise.schedule.ScheduleStoreContract;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DerbyJdbcScheduleStoreTest extends ScheduleStoreContract {

  @Override
  public ScheduleStore store() throws SQLException {
    return Emptied.tables(TestDatabases.derby());
  }

  @Test
  void onePollReadsABoundedNumberOfRows() throws SQLException {
    BoundedLook.takesAllInTurn(store());
  }
}

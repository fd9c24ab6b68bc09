package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.schedule.ScheduleStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The tables of a database that tests share. */
final class Emptied {

  private Emptied() {}

  static ScheduleStore tables(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM firing");
      statement.executeUpdate("DELETE FROM schedule");
      statement.executeUpdate("UPDATE schedule_gate SET seen = ''");
    }
    return new JdbcScheduleStore(new Database(database));
  }
}

package dev.reprise.queue.row;

import dev.reprise.operations.retention.RunEraser;
import dev.reprise.platform.jdbc.Database;
import javax.sql.DataSource;

/** Erases runs for tests of other packages. */
public record Erasing(DataSource database) {

  public RunEraser erasures() {
    return new RunEraser(new Database(database));
  }
}

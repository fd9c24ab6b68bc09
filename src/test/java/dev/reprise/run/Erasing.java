package dev.reprise.run;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.run.retention.RunEraser;
import javax.sql.DataSource;

/** Erases runs for tests of other packages. */
public record Erasing(DataSource database) {

  public RunEraser erasures() {
    return new RunEraser(new Database(database));
  }
}

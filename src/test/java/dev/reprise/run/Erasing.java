package dev.reprise.run;

import dev.reprise.run.retention.Erasures;
import javax.sql.DataSource;

/** Erases runs for tests of other rooms. */
public record Erasing(DataSource database) {

  public Erasures erasures() {
    return new Erasures(new RunTable(database));
  }
}

package dev.reprise.run;

import javax.sql.DataSource;

/** Erases runs for tests of other rooms. */
public record Erasing(DataSource database) {

  public Erasures erasures() {
    return new Erasures(new RunTable(database));
  }
}

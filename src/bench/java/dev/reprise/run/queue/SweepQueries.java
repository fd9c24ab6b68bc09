package dev.reprise.run.queue;

import dev.reprise.run.RunRow;
import dev.reprise.run.RunSql;
import dev.reprise.run.RunTable;
import javax.sql.DataSource;

/** What a recovery sweep, the first and the following, asks the table of runs. */
public record SweepQueries(RunTable table, ExpiredLeases leases, StrandedRuns stranded) {

  public static SweepQueries of(DataSource database) {
    var table = new RunTable(database);
    return new SweepQueries(
        table, new ExpiredLeases(table), new StrandedRuns(table, new QueueSignal()));
  }

  /** Asks what every sweep asks. */
  public void sweep(String server, String owner) {
    leases.expired(owner);
    stranded.next();
    table.rows(RunSql.LOST, RunRow::read, owner, server.length() + 1, server + "#");
  }

  /** Asks what only a server's start asks. */
  public void start(String server, String owner) {
    leases.expireEarlierStarts(server, owner);
    leases.endedLast(server, owner);
  }
}

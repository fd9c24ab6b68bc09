package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import javax.sql.DataSource;

/** What a recovery sweep, the first and the following, asks the table of runs. */
public record SweepQueries(Database database, ExpiredLeases leases, StrandedRuns stranded) {

  public static SweepQueries of(DataSource source) {
    var database = new Database(source);
    return new SweepQueries(
        database, new ExpiredLeases(database), new StrandedRuns(database, new QueueSignal()));
  }

  /** Asks what every sweep asks. */
  public void sweep(String server, String owner) {
    leases.expired(owner);
    stranded.next();
    database.rows(RunSql.LOST, RunRow::read, owner, server.length() + 1, server + "#");
  }

  /** Asks what only a server's start asks. */
  public void start(String server, String owner) {
    leases.expireEarlierStarts(server, owner);
    leases.endedLast(server, owner);
  }
}

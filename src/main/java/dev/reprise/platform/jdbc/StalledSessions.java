package dev.reprise.platform.jdbc;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.IntervalTimer;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Ends sessions of servers that stopped in the middle of a message to PostgreSQL. Otherwise no
 * other server could take over the runs whose rows such a session has locked.
 *
 * <p>{@code idle_in_transaction_session_timeout} ends sessions that stop between statements. It
 * does not count while PostgreSQL waits for the rest of several messages that are answered together
 * (<a
 * href="https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING">the
 * protocol's pipelining</a>), as in a batch of statements. {@code transaction_timeout} does count,
 * but exists only since PostgreSQL 17, and would end long work that is healthy.
 */
@Startup
@Singleton(name = "StalledSessions")
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class StalledSessions extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(StalledSessions.class.getName());

  private static final Duration POLL = Duration.ofSeconds(5);

  /** Longer than any message of this server takes, and than any pause of a healthy server. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /**
   * Sessions of this application and this user: a user who may open them may end them. The call
   * that ends them is not a condition, because PostgreSQL evaluates conditions in any order.
   */
  private static final String END =
      """
      SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user
        AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()
        AND state = 'active' AND wait_event = 'ClientRead'
        AND state_change < clock_timestamp() - make_interval(secs => ?)\
      """;

  @Inject DataSource database;

  @PostConstruct
  void start() {
    if (SchemaMigration.isPostgres(database)) {
      every(POLL, "stalled sessions", this::poll);
    }
  }

  private void poll() {
    List<Integer> ended = end(database, PATIENCE);
    if (!ended.isEmpty()) {
      LOG.log(
          WARNING,
          "PostgreSQL waited over %s for a server that stopped in the middle of a message:"
                  .formatted(PATIENCE)
              + " sessions %s are ended, and their locks released".formatted(ended));
    }
  }

  /**
   * Ends sessions that have been stalled for longer than {@code maxStall}. Their uncommitted
   * changes are rolled back.
   *
   * @return the process ids of these sessions
   */
  static List<Integer> end(DataSource postgres, Duration maxStall) {
    return JdbcTransaction.single(
        postgres, it -> it.rows(END, row -> row.integer("pid"), maxStall.toSeconds()));
  }
}

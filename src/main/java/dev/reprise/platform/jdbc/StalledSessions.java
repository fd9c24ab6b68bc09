package dev.reprise.platform.jdbc;

import static java.lang.System.Logger.Level.WARNING;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Ends sessions of servers that stand still in the middle of what they tell PostgreSQL: whatever
 * rows such a server has locked, another could not take over.
 *
 * <p>{@code idle_in_transaction_session_timeout} ends those that stand still between statements. It
 * does not count while PostgreSQL waits for the rest of several messages that are answered together
 * (<a href="https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING">
 * the protocol's pipelining</a>), which a batch of statements is; and {@code transaction_timeout},
 * which does, is not before PostgreSQL 17 and would end long work that is well.
 */
@Startup
@Singleton(name = "StalledSessions")
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class StalledSessions {

  private static final System.Logger LOG = System.getLogger(StalledSessions.class.getName());

  private static final Duration LOOK = Duration.ofSeconds(5);

  /** Longer than any message of ours takes, and any pause of a server that is well. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /**
   * Sessions of this application and this user: who may end them is who may open them. What ends
   * them is no condition, because PostgreSQL checks conditions in the order that it likes best.
   */
  private static final String END =
      """
      SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user
        AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()
        AND state = 'active' AND wait_event = 'ClientRead'
        AND state_change < clock_timestamp() - make_interval(secs => ?)""";

  @Resource TimerService timers;
  @Inject DataSource database;

  @PostConstruct
  void start() {
    if (SchemaMigration.isPostgres(database)) {
      timers.createIntervalTimer(
          LOOK.toMillis(), LOOK.toMillis(), new TimerConfig("stalled sessions", false));
    }
  }

  @Timeout
  void look() {
    try {
      List<Integer> ended = end(database, PATIENCE);
      if (!ended.isEmpty()) {
        LOG.log(
            WARNING,
            "PostgreSQL waited over %s for a server that stands still in the middle of a message:"
                    .formatted(PATIENCE)
                + " sessions %s are ended, and what they had locked is free".formatted(ended));
      }
    } catch (SQLException e) {
      LOG.log(WARNING, "sessions that stand still could not be ended; the next look tries", e);
    }
  }

  /**
   * Ends the sessions that have stood still for so long; what they had not committed is undone.
   *
   * @return the processes that were them
   */
  static List<Integer> end(DataSource postgres, Duration patience) throws SQLException {
    return JdbcTransaction.single(
        postgres, it -> it.rows(END, row -> row.getInt("pid"), patience.toSeconds()));
  }
}

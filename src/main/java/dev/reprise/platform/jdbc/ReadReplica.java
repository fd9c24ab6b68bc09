package dev.reprise.platform.jdbc;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Logger;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;

/**
 * Where reads may go whose answers may be some moments old: lists of runs, and exports of records.
 * That is a standby of PostgreSQL if {@link #HOSTS} names one that answers, and otherwise the
 * database itself. Tested by {@code ReadReplicaTest} and {@code FailoverIT}.
 */
@ApplicationScoped
public class ReadReplica {

  static final Setting<String> HOSTS =
      Setting.optional("reprise.database.read.hosts", SettingType.text())
          .means(
              "where lists of runs and exports of records are read: `host:port,host:port` of"
                  + " [standbys](deployment.md#read-replicas) of PostgreSQL; while none answers,"
                  + " they are read from the primary");

  private static final String JNDI = "jdbc/reprise-read";
  private static final Logger LOG = Logger.getLogger(ReadReplica.class.getName());

  /** After a failure, reads go to the database itself for this time. Then one read tries again. */
  private static final Duration PAUSE = Duration.ofSeconds(30);

  /** Declares the setting. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-server", HOSTS);
    }
  }

  private final Optional<DataSource> replica;
  private final InstantSource clock;

  /** When a read may try after a failure; the earliest moment if the newest read succeeded. */
  private Instant retryAt = Instant.MIN; // guarded by this

  @Inject
  ReadReplica(Config config, Clock clock) throws NamingException {
    this(HOSTS.find(config).isPresent() ? Optional.of(ofServer()) : Optional.empty(), clock);
  }

  ReadReplica(Optional<DataSource> replica, InstantSource clock) {
    this.replica = replica;
    this.clock = clock;
  }

  /** Leaves all reads to the database itself. */
  public static ReadReplica none() {
    return new ReadReplica(Optional.empty(), InstantSource.system());
  }

  /**
   * Reads from the replica, so what was just written may be missing.
   *
   * @return empty if the database itself must be read: there is no replica, or it failed in this
   *     read or in one of the last 30 seconds
   */
  public <T> Optional<T> read(Function<DataSource, T> reading) {
    return replica.filter(it -> mayRead()).flatMap(it -> read(it, reading));
  }

  /** While a replica fails, one read at a time finds out whether it still does. */
  private synchronized boolean mayRead() {
    Instant now = clock.instant();
    if (now.isBefore(retryAt)) {
      return false;
    }
    if (!retryAt.equals(Instant.MIN)) {
      retryAt = now.plus(PAUSE);
    }
    return true;
  }

  private synchronized void retryAt(Instant time) {
    retryAt = time;
  }

  private <T> Optional<T> read(DataSource source, Function<DataSource, T> reading) {
    try {
      T result = reading.apply(source);
      retryAt(Instant.MIN);
      return Optional.of(result);
    } catch (RuntimeException e) {
      if (!(e.getCause() instanceof SQLException cause)) {
        throw e;
      }
      retryAt(clock.instant().plus(PAUSE));
      LOG.warning(
          () ->
              "could not read from the hosts of reprise.database.read.hosts; reads go to the database"
                  + " itself for %d s: %s".formatted(PAUSE.toSeconds(), cause.getMessage()));
      return Optional.empty();
    }
  }

  @SuppressWarnings("BanJNDI") // the name is a constant
  private static DataSource ofServer() throws NamingException {
    return InitialContext.doLookup(JNDI);
  }
}

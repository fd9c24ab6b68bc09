package dev.reprise.journal.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalSettings;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.StoreHealth;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.SchemaMigration;
import dev.reprise.telemetry.Telemetry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;

/** The migrated databases that contracts are tested on; each is created once per JVM. */
public final class TestDatabases {

  private TestDatabases() {}

  /** Returns a Derby in memory. */
  public static DataSource derby() {
    return Derby.DATABASE;
  }

  /** Returns a real PostgreSQL, which ends with this JVM. */
  public static DataSource postgres() {
    return Postgres.DATABASE;
  }

  /** Returns the database on which a class {@link EachDatabase} runs now. */
  public static DataSource current() {
    return EachDatabase.Runs.current();
  }

  /** Opens the real journals on a database. */
  public static OpenJournal journal(DataSource database) {
    return journal(database, Outbox.NONE);
  }

  /** Opens the real journals on a database, with an outbox. */
  public static OpenJournal journal(DataSource database, Outbox outbox) {
    return journal(database, outbox, Duration.ofMillis(2));
  }

  /**
   * Opens the real journals on a database, with an outbox.
   *
   * @param linger how long an append that no thread waits for may stay pending
   */
  public static OpenJournal journal(DataSource database, Outbox outbox, Duration linger) {
    var telemetry = new Telemetry();
    var inDatabase =
        new JdbcJournal(
            database,
            Recorders.plain(),
            new StoreHealth(Clock.systemUTC()),
            telemetry,
            new JournalSettings(TestConfig.of("reprise.durability.linger", linger.toString())),
            Thread::new,
            outbox);
    return new OpenJournal(
        new RoutingJournal(
            inDatabase, database, Recorders.plain(), telemetry, (writer, events) -> {}),
        inDatabase::close);
  }

  /** Returns the eraser of records. */
  public static RecordEraser erasure(DataSource database) {
    return new RecordEraser(new Database(database));
  }

  /** Returns the cleanup of large payloads. */
  public static BlobCleanup blobSweep(DataSource database) {
    return new BlobCleanup(new Database(database));
  }

  /** Returns the sizes of records. */
  public static RecordSizes sizes(DataSource database) {
    return new RecordSizes(new Database(database), database);
  }

  /** A journal that is closed after a test. */
  public record OpenJournal(Journal journal, Runnable end) implements AutoCloseable {

    @Override
    public void close() {
      end.run();
    }
  }

  private static final class Derby {
    static final DataSource DATABASE = migrated(inMemory());

    private static DataSource inMemory() {
      var database = new EmbeddedDataSource();
      database.setDatabaseName("memory:contracts");
      database.setCreateDatabase("create");
      return database;
    }
  }

  private static final class Postgres {
    private static final int CONNECTIONS = 50;

    /** As the server has it, which gives the ids of runs as texts. */
    private static final Map<String, String> TEXTS = Map.of("stringtype", "unspecified");

    static final DataSource DATABASE = migrated(started());

    /** Pooled, as in the server: PostgreSQL starts a process for each connection. */
    @SuppressWarnings("resource") // both end with the JVM
    private static DataSource started() {
      try {
        var pool = new HikariConfig();
        pool.setDataSource(EmbeddedPostgres.start().getDatabase("postgres", "postgres", TEXTS));
        pool.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(pool);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static DataSource migrated(DataSource database) {
    SchemaMigration.migrate(database);
    return database;
  }
}

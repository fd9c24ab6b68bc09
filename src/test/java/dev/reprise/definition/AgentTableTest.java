package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract of every database for the agent versions that runs pin. */
@EachDatabase
class AgentTableTest {

  private static final int AT_ONCE = 8;

  private final AgentVersion version = Documents.reader().read(Documents.GOOD);
  private final String tenant = "t" + UUID.randomUUID();

  private static DataSource database() {
    return TestDatabases.current();
  }

  @Test
  void storesAVersionOnceForATenant() throws SQLException {
    var table = new AgentTable(new Database(database()));
    table.add(tenant, version);
    table.add(tenant, version);
    table.add(tenant + "2", version);

    assertThat(documents(tenant)).containsExactly(version.document());
    assertThat(documents(tenant + "2")).hasSize(1);
  }

  @Test
  void listsTheVersionsOfAnAgentTheNewestFirst() throws SQLException {
    var table = new AgentTable(new Database(database()));
    Instant before = Instant.now().minusSeconds(5);
    table.add(tenant, version);
    table.add(tenant + "2", version);
    add("older", version.definition().name(), before.minusSeconds(60));
    add("of-another-agent", "another", before);

    List<StoredVersion> stored = table.versions(tenant, version.definition().name());

    assertThat(stored).extracting(StoredVersion::hash).containsExactly(version.hash(), "older");
    assertThat(stored.getFirst().firstSeenAt()).isBetween(before, Instant.now().plusSeconds(5));
    assertThat(table.versions(tenant + "3", version.definition().name())).isEmpty();
  }

  private void add(String hash, String name, Instant seenAt) throws SQLException {
    JdbcTransaction.single(
        database(),
        transaction ->
            transaction.update(
                "INSERT INTO agent (tenant, version, name, document, first_seen_at)"
                    + " VALUES (?, ?, ?, '{}', ?)",
                tenant,
                hash,
                name,
                seenAt));
  }

  @Test
  void manyFirstSubmissionsAtOnceSucceedAndLogNothing() throws Exception {
    var table = new AgentTable(new Database(database()));
    var said = new Said();
    Logger root = Logger.getLogger("");
    root.addHandler(said);
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int round = 0; round < 20; round++) {
        String newcomer = tenant + round;
        var start = new CyclicBarrier(AT_ONCE);
        Callable<Integer> first =
            () -> {
              int place = start.await();
              table.add(newcomer, version);
              return place;
            };
        for (Future<Integer> one : threads.invokeAll(Collections.nCopies(AT_ONCE, first))) {
          one.get();
        }
        assertThat(documents(newcomer)).hasSize(1);
      }
    } finally {
      root.removeHandler(said);
    }
    assertThat(said.warnings).isEmpty();
  }

  private List<String> documents(String of) throws SQLException {
    return JdbcTransaction.single(
        database(),
        transaction ->
            transaction.rows(
                "SELECT document FROM agent WHERE tenant = ?", row -> row.text("document"), of));
  }

  /** Collects log records of errors. */
  private static final class Said extends Handler {

    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void publish(LogRecord record) {
      if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
        warnings.add(record.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}

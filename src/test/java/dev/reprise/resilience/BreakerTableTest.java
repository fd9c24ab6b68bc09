package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract of every database for breakers that outlive a server. */
@EachDatabase
class BreakerTableTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final BreakerKey key = BreakerKey.tool("acme", "t" + UUID.randomUUID());

  private static DataSource database() {
    return TestDatabases.current();
  }

  private static BreakerState open(long version, int failures) {
    var opening =
        new BreakerState.Opening(NOW, NOW.plusSeconds(30), false, FailureClass.OVERLOADED);
    return new BreakerState(version, failures, Optional.of(opening));
  }

  @Test
  void readsAllOfABreaker() throws SQLException {
    var table = new BreakerTable(new Database(database()));
    assertThat(table.find(key)).isEmpty();

    assertThat(table.write(key, open(1, 5))).isTrue();
    assertThat(table.find(key)).contains(open(1, 5));
    assertThat(new BreakerTable(new Database(database())).all()).containsEntry(key, open(1, 5));
    assertThat(table.find(BreakerKey.model(key.name()))).as("another kind").isEmpty();

    BreakerState probing =
        open(1, 5).probing(open(1, 5).opening().orElseThrow(), NOW.plusSeconds(60));
    assertThat(table.write(key, probing)).isTrue();
    assertThat(table.find(key)).contains(probing);

    assertThat(table.write(key, probing.closed())).isTrue();
    assertThat(table.find(key)).contains(new BreakerState(3, 0, Optional.empty()));
  }

  @Test
  void keepsTenantsApart() throws SQLException {
    var table = new BreakerTable(new Database(database()));
    BreakerKey other = BreakerKey.tool("other", key.name());
    table.write(key, open(4, 5));

    assertThat(table.find(other)).isEmpty();
    assertThat(table.reset(other)).isEqualTo(new BreakerState(1, 0, Optional.empty()));

    assertThat(table.find(key)).contains(open(4, 5));
    assertThat(table.all()).containsEntry(key, open(4, 5)).containsKey(other);
  }

  @Test
  void storesBreakersOfProvidersForAllTenants() throws SQLException {
    var table = new BreakerTable(new Database(database()));
    BreakerKey provider = BreakerKey.model(key.name());
    table.write(provider, open(1, 5));

    assertThat(table.all()).containsEntry(provider, open(1, 5));
    assertThat(provider.isFor("acme")).isTrue();
    assertThat(key.isFor("acme")).isTrue();
    assertThat(key.isFor("other")).isFalse();
  }

  @Test
  void keepsTheLaterStateAndTheFirstOfTwoOfTheSameVersion() throws SQLException {
    var table = new BreakerTable(new Database(database()));
    table.write(key, open(4, 5));

    assertThat(table.write(key, open(4, 9))).isFalse();
    assertThat(table.write(key, open(3, 9))).isFalse();

    assertThat(table.find(key)).contains(open(4, 5));
  }

  @Test
  void acceptsOneOfManyConcurrentStates() throws Exception {
    var table = new BreakerTable(new Database(database()));
    for (int round = 1; round <= 5; round++) { // the first round inserts
      int version = round;
      List<Callable<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        int failures = i;
        all.add(() -> table.write(key, open(version, failures)));
      }
      int taken = 0;
      try (var threads = Executors.newFixedThreadPool(8)) {
        for (Future<Boolean> one : threads.invokeAll(all)) {
          taken += one.get() ? 1 : 0;
        }
      }
      assertThat(taken).isEqualTo(1);
    }
  }

  @Test
  void closesABreakerInAnyState() throws SQLException {
    var table = new BreakerTable(new Database(database()));

    assertThat(table.reset(key)).isEqualTo(new BreakerState(1, 0, Optional.empty()));
    table.write(key, open(7, 5));
    assertThat(table.reset(key)).isEqualTo(new BreakerState(8, 0, Optional.empty()));
    table.reset(key);

    assertThat(table.find(key)).contains(new BreakerState(9, 0, Optional.empty()));
  }
}

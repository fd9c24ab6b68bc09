package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract of every database for pauses that outlive a server. */
@EachDatabase
class RateLimitPauseTableTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Quota quota = new Quota("openai", UUID.randomUUID().toString(), "default");

  private static DataSource database() {
    return TestDatabases.current();
  }

  @Test
  void keepsTheLongestPauseUntilItIsOver() throws SQLException {
    var table = new RateLimitPauseTable(new Database(database()));
    table.pause(quota, NOW.plusSeconds(20));
    table.pause(quota, NOW.plusSeconds(5));
    assertThat(table.pausedAt(NOW)).containsEntry(quota, NOW.plusSeconds(20));

    table.pause(quota, NOW.plusSeconds(30));
    assertThat(new RateLimitPauseTable(new Database(database())).pausedAt(NOW))
        .containsEntry(quota, NOW.plusSeconds(30));
    assertThat(table.pausedAt(NOW.plusSeconds(30))).doesNotContainKey(quota);
  }

  @Test
  void endsAPauseOnceAndNoneOfAnotherTenant() throws SQLException {
    var table = new RateLimitPauseTable(new Database(database()));
    table.pause(quota, NOW.plusSeconds(20));

    assertThat(table.resume(new Quota(quota.provider(), quota.model(), "acme"), NOW)).isFalse();
    assertThat(table.pausedAt(NOW)).containsKey(quota);
    assertThat(table.resume(quota, NOW.plusSeconds(20))).as("over by itself").isFalse();
    assertThat(table.resume(quota, NOW)).isTrue();

    assertThat(table.pausedAt(NOW)).doesNotContainKey(quota);
    assertThat(table.resume(quota, NOW)).isFalse();
    table.pause(quota, NOW.plusSeconds(5));
    assertThat(table.pausedAt(NOW)).containsEntry(quota, NOW.plusSeconds(5));
  }

  @Test
  void keepsTheLongestOfManyConcurrentPauses() throws Exception {
    var table = new RateLimitPauseTable(new Database(database()));
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      int seconds = i;
      all.add(
          () -> {
            table.pause(quota, NOW.plusSeconds(seconds));
            return seconds;
          });
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> one : threads.invokeAll(all)) {
        one.get();
      }
    }

    assertThat(table.pausedAt(NOW)).containsEntry(quota, NOW.plusSeconds(20));
  }

  @Test
  void acceptsAModelWithAVeryLongName() throws SQLException {
    var table = new RateLimitPauseTable(new Database(database()));

    var endless = new Quota("openai", "m".repeat(1000), quota.model());
    table.pause(endless, NOW.plusSeconds(9));

    assertThat(table.pausedAt(NOW)).containsKey(endless);
  }
}

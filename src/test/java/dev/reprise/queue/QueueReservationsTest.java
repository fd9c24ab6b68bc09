package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every database must do for servers that reserve runs. */
@EachDatabase
class QueueReservationsTest extends RunsFixture {

  /** Derby's clock counts milliseconds, and the order of two runs in the same one is undefined. */
  private static final Duration BETWEEN_TIMESTAMPS = Duration.ofMillis(3);

  @Test
  void reservesRunsInTheOrderInWhichTheyBecameDue() throws InterruptedException {
    UUID first = queued();
    Thread.sleep(BETWEEN_TIMESTAMPS);
    UUID second = queued();
    Thread.sleep(BETWEEN_TIMESTAMPS);
    UUID third = queued();

    assertThat(queue.reserve(HERE, LEASE, 2)).extracting(RunRow::id).containsExactly(first, second);
    assertThat(queue.reserve(THERE, LEASE, 2)).extracting(RunRow::id).containsExactly(third);
    assertThat(queue.reserve(HERE, LEASE, 2)).isEmpty();
    assertThat(signals).hasValue(3);
  }

  @Test
  void reservesEachRunForOneOfManyDispatchers() throws Exception {
    for (int i = 0; i < 40; i++) {
      queued();
    }
    Callable<List<RunRow>> dispatcher = () -> queue.reserve(HERE, LEASE, 10);
    List<UUID> reserved = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      while (reserved.size() < 40) {
        for (Future<List<RunRow>> some : threads.invokeAll(Collections.nCopies(8, dispatcher))) {
          some.get().forEach(row -> reserved.add(row.id()));
        }
      }
    }
    assertThat(reserved).hasSize(40).doesNotHaveDuplicates();
  }

  @Test
  void reservesARunAgainWhenItsLeaseHasExpired() throws SQLException {
    UUID run = queued();
    queue.reserve(THERE, LEASE, 1);
    letLeaseRunOut(run);

    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
  }

  @Test
  void reservesAReleasedRunAgainAfterItsDelay() throws SQLException {
    UUID run = queued();
    queue.reserve(HERE, LEASE, 1);

    queue.release(run, HERE, Duration.ofHours(1));

    assertThat(queue.reserve(HERE, LEASE, 1)).isEmpty();
    execute("UPDATE run SET due_at = created_at WHERE id = ?", run);
    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
  }
}

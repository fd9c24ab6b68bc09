package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for runs that are submitted in bulk. */
@EachDatabase
class BulkSubmissionTest extends RunsFixture {

  private BulkSubmission bulk;

  @BeforeEach
  void bulk() {
    bulk = new BulkSubmission(journal, due);
  }

  @Test
  void queuesAllRunsAndSignalsOnce() {
    NewRun first = run(UUID.randomUUID(), "{}");
    NewRun second = run(UUID.randomUUID(), "{}");

    assertThat(bulk.add(List.of(first, second))).isEmpty();

    assertThat(signals).hasValue(1);
    assertThat(queue.reserve(HERE, LEASE, 5))
        .extracting(RunRow::id)
        .containsExactlyInAnyOrder(first.id(), second.id());
  }

  @Test
  void queuesTheOthersIfOneIsTooLargeAndOneExists() {
    UUID existing = queued();
    NewRun large = run(UUID.randomUUID(), "{\"a\":\"%s\"}".formatted("x".repeat(5_000_000)));
    NewRun good = run(UUID.randomUUID(), "{}");

    var failures = bulk.add(List.of(large, run(existing, "{}"), good));

    assertThat(failures).containsOnlyKeys(large.id(), existing);
    assertThat(failures.get(large.id())).isInstanceOf(PayloadTooLargeException.class);
    assertThat(events(good.id())).containsExactly("run.submitted");
    assertThat(signals).as("of the existing run, and of the good one").hasValue(2);
  }

  @Test
  void signalsNothingIfNoRunIsQueued() {
    UUID existing = queued();

    assertThat(bulk.add(List.of(run(existing, "{}")))).containsOnlyKeys(existing);

    assertThat(signals).as("of the existing run").hasValue(1);
  }

  private static NewRun run(UUID id, String input) {
    return new NewRun(id, "default", "surveyor", "v", new JsonValue(input), "workspace", "ana");
  }
}

package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.FailureGroup;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do to group failures. */
@EachDatabase
class FailureGroupsTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String LATE = "0123456789abcdef";
  private static final String REFUSED = "fedcba9876543210";

  private final Database database = new Database(TestDatabases.current());
  private final FailureGroups groups = new FailureGroups(database);

  @BeforeEach
  void emptyDatabase() {
    database.update("DELETE FROM run WHERE tenant IN ('acme', 'beta')");
  }

  @Test
  void haveTheRunsOfAReasonAndAPhase() {
    failed("acme", "scout", "read", "timeout", LATE, 0);
    UUID last = failed("acme", "writer", "read", "timeout", LATE, 10);
    failed("acme", "scout", "write", "timeout", LATE, 20);
    failed("acme", "scout", null, "content_refused", REFUSED, 30);
    failed("acme", "scout", "read", "old_code", null, 40);
    failed("acme", "scout", "read", "timeout", LATE, -60);
    failed("beta", "scout", "read", "timeout", LATE, 5);

    List<FailureGroups.Entry> found =
        groups.list("acme", NOON, NOON.plusSeconds(100), Optional.empty());

    assertThat(found).hasSize(4);
    FailureGroups.Entry largest = found.getFirst();
    assertThat(largest.group()).contains(new FailureGroup(LATE, Optional.of("read")));
    assertThat(largest.runs()).isEqualTo(2);
    assertThat(largest.agents()).isEqualTo(2);
    assertThat(largest.first()).isEqualTo(NOON);
    assertThat(largest.last()).isEqualTo(NOON.plusSeconds(10));
    assertThat(largest.sample()).isEqualTo(last);
    assertThat(found)
        .extracting(FailureGroups.Entry::group)
        .contains(Optional.empty(), Optional.of(new FailureGroup(REFUSED, Optional.empty())));
    assertThat(groups.list("acme", NOON, NOON.plusSeconds(100), Optional.of("writer")))
        .singleElement()
        .satisfies(it -> assertThat(it.runs()).isEqualTo(1));
  }

  private int number;

  private UUID failed(
      String tenant,
      String agent,
      @Nullable String phase,
      String code,
      @Nullable String group,
      int second) {
    number++;
    UUID run = new UUID(0x0198_a000_0000_7000L + number, 0x8000_0000_0000_0000L);
    Instant at = NOON.plusSeconds(second);
    database.update(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, created_at, updated_at, ended_at, phase, failure_code,
                         failure_group)
        VALUES (?, ?, ?, 'v', 'w', 'ana', 'FAILED', 1, 1, ?, ?, ?, ?, ?, ?)\
        """,
        run,
        tenant,
        agent,
        at,
        at,
        at,
        phase,
        code,
        group);
    return run;
  }
}

package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.RecordElsewhereException;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.state.RunStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for runs whose record is in the memory of one server. */
@EachDatabase
class InMemoryRunsTest extends RunsFixture {

  private LostInMemoryRuns records;

  @BeforeEach
  void lostRecords() {
    records = new LostInMemoryRuns(table, journal, reasons);
  }

  @Test
  void executesARunInMemoryWithoutEventsInTheDatabase() throws SQLException {
    UUID run = inMemory(HERE);
    assertThat(queue.reserve(THERE, LEASE, 1)).as("where its journal is not").isEmpty();
    var reserved = queue.reserve(HERE, LEASE, 1).getFirst();
    var admitted = (ClaimResult.Admitted) claims.claim(reserved, HERE, LEASE, Optional.of(1L));
    var step = new PhaseEvent.Completed("survey", "done");
    Position head =
        journal.append(admitted.claim().writer(), admitted.head(), List.of(step)).await();

    claims.release(admitted.claim(), head, new LifecycleEvent.Completed("done")).await();

    assertThat(row(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(row(run).head().sequence()).isEqualTo(4);
    assertThat(events(run))
        .containsExactly("run.submitted", "run.admitted", "phase.completed", "run.completed");
    assertThat(eventsInDatabase(run)).isZero();
  }

  @Test
  void continuesFromMemoryIfTheRowIsOlder() throws SQLException {
    UUID run = inMemory(HERE);
    var admitted = admitted(run, HERE);
    var step = new PhaseEvent.Completed("survey", "done");
    journal.append(admitted.claim().writer(), admitted.head(), List.of(step)).await();
    assertThat(claims.requeue(admitted.claim(), Duration.ZERO)).isTrue();

    var again = queue.reserve(HERE, LEASE, 1).getFirst();
    var taken = (ClaimResult.Admitted) claims.claim(again, HERE, LEASE, Optional.of(2L));
    assertThatThrownBy(
            () -> journal.append(admitted.claim().writer(), taken.head(), List.of(step)).await())
        .isInstanceOf(StaleEpochException.class);
    journal.append(taken.claim().writer(), taken.head(), List.of(step)).await();
    letLeaseRunOut(run);
    assertThat(lost.expired(THERE)).as("those of other memories").isEmpty();
    assertThat(lost.expired(HERE)).containsExactly(taken.claim());
    assertThat(lost.requeue(taken.claim(), HERE)).isTrue();
    assertThat(queue.pause(run, paused("ana"))).isTrue();
    assertThat(queue.resume(run, resumed())).isTrue();
    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(events(run))
        .containsExactly(
            "run.submitted",
            "run.admitted",
            "phase.completed",
            "run.admitted",
            "phase.completed",
            "run.paused",
            "run.resumed",
            "run.cancelled");
    assertThat(row(run).head().sequence()).isEqualTo(8);
    assertThat(eventsInDatabase(run)).isZero();
  }

  @Test
  void failsOnlyRunsWhoseRecordsWereLostWithTheirServer() throws SQLException {
    UUID durable = queued();
    admitted(durable, "here#0");
    UUID mine = inMemory(HERE);
    UUID elsewhere = inMemory(THERE);
    UUID queued = inMemory("here#0");
    UUID running = inMemory("here#0");
    UUID waiting = inMemory("here#0");
    UUID ended = inMemory("here#0");
    admitted(running, "here#0");
    releaseToWait(admitted(waiting, "here#0"), Instant.EPOCH);
    queue.cancel(ended, new ControlEvent.Cancelled("ana", "enough"));
    lost.expireEarlierStarts("here", HERE);
    List.of(queued, running, waiting, ended).forEach(journal::forget); // as a restart would

    List<RunRow> found = records.find("here", HERE);

    assertThat(found).extracting(RunRow::id).containsExactlyInAnyOrder(queued, running, waiting);
    assertThat(found).allMatch(records::fail).noneMatch(records::fail);
    for (UUID run : List.of(queued, running, waiting)) {
      assertThat(row(run).status()).isEqualTo(RunStatus.FAILED);
      assertThat(row(run).inMemoryOn()).isEmpty();
      assertThat(journal.read(run, Position.START, 5))
          .extracting(RecordedEvent::event)
          .containsExactly(new LifecycleEvent.Failed(LostInMemoryRuns.failure()));
      assertThat(row(run).head()).isEqualTo(journal.position(run, 1));
      assertThat(records.isLost(run)).isTrue();
    }
    assertThat(records.find("here", HERE)).isEmpty();
    assertThat(List.of(durable, mine, elsewhere)).noneMatch(records::isLost);
    assertThat(lost.expired(HERE)).extracting(Claim::run).containsExactly(durable);
  }

  @Test
  void failsARunInTheMemoryOfAServerWhoseLeaseExpired() throws SQLException {
    UUID run = inMemory(THERE);
    var admitted = admitted(run, THERE);
    assertThat(records.find("here", HERE)).isEmpty();
    letLeaseRunOut(run);

    RunRow found = records.find("here", HERE).getFirst();
    claims.renew(admitted.claim(), LEASE);
    journal.forget(run); // simulates another server
    assertThat(records.fail(found)).as("while it is alive after all").isFalse();
    letLeaseRunOut(run);

    assertThat(records.fail(found)).isTrue();
    assertThat(claims.renew(admitted.claim(), LEASE)).isFalse();
  }

  @Test
  void movesARunInTheMemoryOfAnotherServerOnlyToItsEnd() throws SQLException {
    UUID run = inMemory(THERE);
    journal.forget(run); // simulates another server

    assertThat(claims.claim(run, HERE, LEASE, Optional.of(1L)))
        .isEqualTo(
            new ClaimResult.Refused(
                "run %s is not durable: its record is in the memory of there#1 alone"
                    .formatted(run)));
    assertThatThrownBy(() -> queue.pause(run, paused("ana")))
        .isInstanceOf(RecordElsewhereException.class)
        .hasMessageContaining("there#1");
    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);

    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "gone"))).isTrue();
    assertThat(events(run)).containsExactly("run.cancelled");
    assertThat(eventsInDatabase(run)).isEqualTo(1);
  }

  @Test
  void keepsNoRunInMemoryThatCouldNotBeQueued() {
    UUID run = UUID.randomUUID();
    var tooLong =
        new NewRun(run, "t".repeat(65), "a", "v", new JsonValue("{}"), "w", "ana").inMemoryOf(HERE);

    assertThatThrownBy(() -> queue.add(tooLong)).isInstanceOf(JournalUnavailableException.class);

    assertThat(journal.endInMemory(run)).isEmpty();
  }

  private UUID inMemory(String home) {
    UUID id = UUID.randomUUID();
    queue.add(
        new NewRun(id, "default", "surveyor", "v", new JsonValue("{}"), "workspace", "ana")
            .inMemoryOf(home));
    return id;
  }

  private long eventsInDatabase(UUID run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT COUNT(*) FROM event WHERE run_id = ?")) {
      statement.setString(1, run.toString());
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getLong(1);
      }
    }
  }
}

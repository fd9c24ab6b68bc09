package dev.reprise.execution.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Lease;
import dev.reprise.execution.LeaseClock;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.Position;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRows;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which leases are renewed at which heartbeat, and which runs are stopped in between. */
@QuietLog
class HeartbeatTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  private final ManualClock wall = new ManualClock(Engine.START);
  private final LeaseClock clock = new LeaseClock(() -> 0, wall, LEASE);
  private final List<UUID> renewed = new ArrayList<>();
  private final Set<UUID> failing = new HashSet<>();
  private final Set<UUID> lost = new HashSet<>();
  private final Heartbeat heartbeat = new Heartbeat();

  @SuppressWarnings("UnnecessaryAssignment") // there is no container here to inject
  @BeforeEach
  void setUp() {
    heartbeat.active = new ActiveRuns();
  }

  @Test
  void renewsEachLeaseWhenAThirdOfItIsOver() {
    ActiveRun run = held();

    beatAfter(9);
    assertThat(renewed).isEmpty();
    beatAfter(10);
    assertThat(renewed).containsExactly(run.id());
    beatAfter(19);
    assertThat(renewed).hasSize(1);
    beatAfter(20);
    assertThat(renewed).hasSize(2);
  }

  @Test
  void renewsTheLeaseOfARunWhoseRecordIsStillRead() {
    UUID id = UUID.randomUUID();
    heartbeat.active.reading(
        RunRows.queued(id),
        new Lease(new Claim(id, "default", 1), clock, this::renew, clock.now()));

    beatAfter(10);
    assertThat(renewed).containsExactly(id);

    heartbeat.active.started(id);
    beatAfter(20);
    assertThat(renewed).hasSize(1);
  }

  @Test
  void delaysNoRenewalForAFailedOneAndRetriesItAtTheNextBeat() {
    ActiveRun broken = held();
    List<UUID> others = List.of(held().id(), held().id(), held().id());
    failing.add(broken.id());

    beatAfter(10);
    assertThat(renewed).containsExactlyInAnyOrderElementsOf(others);

    failing.clear();
    renewed.clear();
    beatAfter(11);
    assertThat(renewed).containsExactly(broken.id());
  }

  @Test
  void stopsARunThatAnotherServerHolds() {
    ActiveRun gone = held();
    ActiveRun kept = held();
    lost.add(gone.id());

    beatAfter(10);

    assertThat(gone.stopCause()).contains(StopCause.CLAIM_LOST);
    assertThat(kept.stopCause()).isEmpty();
  }

  @Test
  void stopsARunAtOnceThatThisServerWasAskedToStop() {
    ActiveRun cancelled = held();
    ActiveRun paused = held();
    ActiveRun other = held();

    heartbeat.active.requested(paused.id(), RunStatus.PAUSED);
    heartbeat.active.requested(cancelled.id(), RunStatus.PAUSED);
    heartbeat.active.requested(cancelled.id(), RunStatus.CANCELLED);
    heartbeat.active.requested(UUID.randomUUID(), RunStatus.CANCELLED);

    assertThat(paused.stopCause()).contains(StopCause.PAUSE);
    assertThat(cancelled.stopCause()).contains(StopCause.CANCEL);
    assertThat(other.stopCause()).isEmpty();
  }

  private void beatAfter(int seconds) {
    wall.moveTo(Engine.START.plusSeconds(seconds));
    heartbeat.renewDue();
  }

  private ActiveRun held() {
    UUID id = UUID.randomUUID();
    var journal = new MemoryJournal(id);
    var submitted =
        Submissions.pinning(List.of(), "clerk", "version", JsonValue.EMPTY_OBJECT, "here", "ana");
    journal.append(new Writer(id, "default", 0), Position.START, List.of(submitted)).await();
    var lease = new Lease(new Claim(id, "default", 1), clock, this::renew, clock.now());
    var run = new ActiveRun(lease, Optional.empty(), journal, ReplayedRun.from(journal, id, AGENT));
    heartbeat.active.add(run);
    return run;
  }

  private boolean renew(Claim claim) {
    if (failing.contains(claim.run())) {
      throw new DatabaseException(new SQLException("its row is locked"));
    }
    renewed.add(claim.run());
    return !lost.contains(claim.run());
  }

  private static final AgentDefinition AGENT = Agents.agent("clerk").phase("only").build();
}

package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.execution.Engine;
import dev.reprise.execution.guard.BreakerProfiles;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.RunIdentity;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.state.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of an agent that keeps failing are not started for a while. */
@QuietLog
class WorkflowBreakerPermitsTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final RunEvent BROKEN = failed("server_error");
  private static final RunEvent GIVEN_UP =
      new LifecycleEvent.DeadLettered(new Failure("attempts_exhausted", "again and again"));

  private final ManualClock clock = new ManualClock(Engine.START);
  private final WorkflowBreakerPermits here = server();
  private final WorkflowBreakerPermits there = server();
  private final String agent = "agent-" + UUID.randomUUID();

  @Test
  void permitNoRunForAMinuteAfterFiveFailedRuns() {
    for (int i = 0; i < 5; i++) {
      end(here, i % 2 == 0 ? BROKEN : GIVEN_UP);
    }

    assertThat(here.pause(run("acme"))).contains(MINUTE);
    clock.moveTo(clock.instant().plus(Duration.ofSeconds(2))); // all servers poll
    assertThat(there.pause(run("acme"))).contains(MINUTE.minusSeconds(2));
    assertThat(here.pause(run("beta"))).as("of another tenant").isEmpty();
  }

  @Test
  void permitOneProbeThenWhoseEndDecides() {
    for (int i = 0; i < 5; i++) {
      end(here, BROKEN);
    }
    clock.moveTo(clock.instant().plus(MINUTE));

    RunRow probe = run("acme");
    assertThat(here.pause(probe)).isEmpty();
    assertThat(here.pause(run("acme")))
        .as("while one is in progress")
        .contains(MINUTE.dividedBy(10));
    here.release(probe.id(), new LifecycleEvent.Completed("done"));

    assertThat(here.pause(run("acme"))).isEmpty();
    assertThat(here.pause(run("acme"))).isEmpty();
  }

  @Test
  void permitAnotherProbeIfTheFirstReportsNothing() {
    for (int i = 0; i < 5; i++) {
      end(here, BROKEN);
    }
    clock.moveTo(clock.instant().plus(MINUTE));
    RunRow probe = run("acme");
    assertThat(here.pause(probe)).isEmpty();

    here.abandon(probe.id());

    assertThat(here.pause(run("acme"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deadline_exceeded",
        "iteration_limit",
        "content_refused",
        "invalid_request",
        "breaker_open",
        "record_broken",
        "no_idea"
      })
  void doNotCountFailuresUnrelatedToHealth(String code) {
    for (int i = 0; i < 10; i++) {
      end(here, failed(code));
      end(here, new ControlEvent.Cancelled("ana", "enough"));
      end(here, new LifecycleEvent.HandedOver("here"));
    }

    assertThat(here.pause(run("acme"))).isEmpty();
  }

  @Test
  void countOnlyFailuresInARow() {
    for (int i = 0; i < 20; i++) {
      end(here, i % 5 == 4 ? new LifecycleEvent.Completed("done") : BROKEN);
    }

    assertThat(here.pause(run("acme"))).isEmpty();
  }

  private void end(WorkflowBreakerPermits server, RunEvent end) {
    RunRow run = run("acme");
    assertThat(server.pause(run)).isEmpty();
    server.release(run.id(), end);
  }

  private static RunEvent failed(String code) {
    return new LifecycleEvent.Failed(new Failure(code, "as it happens"));
  }

  private WorkflowBreakerPermits server() {
    var profiles = new BreakerProfiles();
    return new WorkflowBreakerPermits(
        new SharedBreakers(profiles, new Database(TestDatabases.derby()), clock));
  }

  private RunRow run(String tenant) {
    return new RunRow(
        UUID.randomUUID(),
        new RunIdentity(
            tenant, agent, "version", "here", "ana", Optional.empty(), Optional.empty()),
        RunStatus.QUEUED,
        Optional.empty(),
        new RunRow.JournalPlace(Position.START, Optional.empty(), Optional.empty()),
        new RunRow.Holder(0, Optional.empty(), HolderFailures.NONE),
        new RunRow.Requests(false, false, 0),
        new RunRow.Submission(Instant.EPOCH, Optional.empty()));
  }
}

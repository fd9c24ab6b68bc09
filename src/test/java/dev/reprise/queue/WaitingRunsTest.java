package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Waits;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunRowUpdates;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What every database must do for the ends of waits: a time, a decision, a message, a resume. */
@EachDatabase
class WaitingRunsTest extends RunsFixture {

  private static final RunEvent LOOP = Waits.of("loop", "nothing new has come", Optional.empty());

  @Test
  void wakesARunOnceWhenItsTimeHasCome() {
    UUID soon = waiting(Instant.EPOCH);
    UUID later = waiting(Instant.parse("2999-01-01T00:00:00Z"));

    assertThat(queue.wake()).isEqualTo(1);
    assertThat(queue.wake()).isZero();

    assertThat(queue.reserve(HERE, LEASE, 5)).extracting(RunRow::id).containsExactly(soon);
    assertThat(row(later).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void resolvesOnlyWaitingRuns() {
    UUID run = queued();
    var verdict =
        new HumanInputEvent.Resolved(
            "work", 1, "a", OperatorVerdict.FAILED, "", "ana", "I looked", Optional.empty());

    assertThat(queue.resolve(run, row(run).head(), List.of(verdict))).isFalse();
    assertThat(events(run)).containsExactly("run.submitted");
  }

  @Test
  void recordsADecisionOnlyIfTheRunIsUnchangedSince() {
    UUID run = waiting(Instant.EPOCH);
    Position seen = row(run).head();
    queue.wake();
    var admitted = admitted(run, HERE);
    var again = Waits.of("approval", "b", Optional.empty());
    claims.release(admitted.claim(), admitted.head(), again).await();
    var word =
        new HumanInputEvent.Decided(
            "work", 1, "a", true, "ana", Instant.EPOCH, Optional.empty(), Optional.of("digest"));

    assertThat(queue.resolve(run, seen, List.of(word))).isFalse();

    assertThat(events(run)).doesNotContain("tool-call.decided");
    assertThat(row(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(queue.resolve(run, row(run).head(), List.of(word))).isTrue();
    assertThat(queue.resolve(run, row(run).head(), List.of(word))).as("it is queued").isFalse();
    assertThat(events(run)).containsOnlyOnce("tool-call.decided");
  }

  @Test
  void recordsOneOfManyConcurrentDecisions() throws Exception {
    UUID run = waiting(Instant.EPOCH);
    Position seen = row(run).head();
    var word =
        new HumanInputEvent.Decided(
            "work", 1, "a", true, "ana", Instant.EPOCH, Optional.empty(), Optional.of("digest"));
    Callable<Boolean> person = () -> queue.resolve(run, seen, List.of(word));

    List<Boolean> recorded = new ArrayList<>();
    try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var said : people.invokeAll(Collections.nCopies(8, person))) {
        recorded.add(said.get());
      }
    }

    assertThat(recorded).containsOnlyOnce(true);
    assertThat(events(run)).containsOnlyOnce("tool-call.decided");
  }

  @Test
  void resumesOnlyAWaitForAServerWithThePinnedVersions() {
    UUID refused = queued();
    var admitted = admitted(refused, HERE);
    var wait = Waits.of("migration", "tools.put is not there", Optional.empty());
    claims.release(admitted.claim(), admitted.head(), wait).await();
    UUID waiting = waiting(Instant.parse("2999-01-01T00:00:00Z"));

    assertThat(queue.resume(refused, resumed())).isTrue();
    assertThat(queue.resume(waiting, resumed())).isFalse();

    assertThat(row(refused).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(events(refused)).endsWith("run.waiting", "run.resumed");
  }

  @Test
  void resumesALoopingRun() {
    UUID run = waitingForAWord(0);

    assertThat(queue.wake()).isZero();
    assertThat(queue.resume(run, resumed())).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(run).waitingFor()).isEmpty();
  }

  @Test
  void wakesARunThatWaitsForAMessageOnceThereIsOne() {
    UUID run = waitingForAWord(0);
    UUID other = waiting(Instant.parse("2999-01-01T00:00:00Z"));
    messages.post(other, "ana", Optional.empty(), "hurry");

    assertThat(queue.wake()).isZero();
    messages.post(run, "ana", Optional.empty(), "go another way");

    assertThat(queue.wake()).isEqualTo(1);
    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(other).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void aMessageThatComesJustBeforeTheRunWaitsForItIsNotLost() {
    UUID late = queued();
    var admitted = admitted(late, HERE);
    messages.post(late, "ana", Optional.empty(), "go another way");
    claims.release(admitted.claim(), admitted.head(), List.of(LOOP), taken(0)).await();
    UUID early = queued();
    messages.post(early, "ana", Optional.empty(), "go on");
    var taken = admitted(early, HERE);
    claims.release(taken.claim(), taken.head(), List.of(LOOP), taken(1)).await();

    assertThat(queue.wake()).isEqualTo(1);
    assertThat(row(late).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(early).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void areCountedByWhatTheyWaitFor() {
    queued();
    waiting(Instant.parse("2999-01-01T00:00:00Z"));
    waitingForAWord(0);
    waitingForAWord(0);

    List<RunGauges.Waits> waits = new RunGauges(table).waiting();

    assertThat(waits)
        .extracting(
            RunGauges.Waits::status,
            RunGauges.Waits::reason,
            RunGauges.Waits::runs,
            RunGauges.Waits::areForPeople)
        .containsExactlyInAnyOrder(
            tuple(RunStatus.WAITING, "loop", 2, true), tuple(RunStatus.WAITING, "timer", 1, false));
  }

  private UUID waitingForAWord(long taken) {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    claims.release(admitted.claim(), admitted.head(), List.of(LOOP), taken(taken)).await();
    return run;
  }

  private static RunRowUpdates.WorkDone taken(long messages) {
    return new RunRowUpdates.WorkDone(messages, FencedUpdate.Progress.UNKNOWN, true);
  }
}

package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Waits;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.state.RunStatus;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every database must do for cancellations: none is lost, whatever the run does. */
@EachDatabase
class CancellationTest extends RunsFixture {

  private static final RunEvent APPROVAL =
      Waits.of("approval", "a person has to approve", Optional.empty());

  @Test
  void cancelsAnUnclaimedRunAtOnce() {
    UUID run = queued();

    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(events(run)).containsExactly("run.submitted", "run.cancelled");
    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "again"))).isFalse();
    assertThat(queue.reserve(HERE, LEASE, 1)).isEmpty();
  }

  @Test
  void recordsARequestForTheHolderOfARunningRun() {
    UUID run = queued();
    Claim claim = admitted(run, HERE).claim();

    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"))).isTrue();
    assertThat(queue.cancel(run, new ControlEvent.Cancelled("bo", "me too"))).isTrue();

    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, true, false, 0));
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted");
  }

  @Test
  void tellsTheHolderOnThisServerOfARequestThatIsCommitted() {
    UUID cancelled = queued();
    admitted(cancelled, HERE);
    UUID paused = queued();
    admitted(paused, HERE);
    List<String> told = new ArrayList<>();
    stops.listen(
        (run, goal) ->
            told.add(
                "%s: %s, of which the row says %b and %b"
                    .formatted(run, goal, row(run).cancelRequested(), row(run).pauseRequested())));

    queue.cancel(cancelled, new ControlEvent.Cancelled("ana", "enough"));
    queue.cancel(cancelled, new ControlEvent.Cancelled("bo", "me too"));
    queue.pause(paused, paused("ana"));
    queue.cancel(queued(), new ControlEvent.Cancelled("ana", "not running"));

    assertThat(told)
        .containsExactly(
            cancelled + ": CANCELLED, of which the row says true and false",
            paused + ": PAUSED, of which the row says false and true");
  }

  @Test
  void keepsARequestAfterTheDeathOfTheHolder() throws SQLException {
    UUID run = queued();
    Claim claim = admitted(run, THERE).claim();
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));
    letLeaseRunOut(run);
    lost.requeue(claim, HERE);

    assertThat(queue.reserve(HERE, LEASE, 1))
        .singleElement()
        .extracting(RunRow::cancelRequested)
        .isEqualTo(true);
  }

  @Test
  void aCancelRequestThatComesJustBeforeTheRunWaitsIsNotLost() {
    UUID forAPerson = queued();
    var asking = admitted(forAPerson, HERE);
    UUID forATime = queued();
    var encrypted = admitted(forATime, HERE);
    UUID other = queued();
    var wanted = admitted(other, HERE);
    queue.cancel(forAPerson, new ControlEvent.Cancelled("ana", "enough"));
    queue.cancel(forATime, new ControlEvent.Cancelled("ana", "enough"));

    claims.release(asking.claim(), asking.head(), APPROVAL).await();
    releaseToWait(encrypted, Instant.parse("2999-01-01T00:00:00Z"));
    claims.release(wanted.claim(), wanted.head(), APPROVAL).await();

    assertThat(queue.wake()).isEqualTo(2);
    assertThat(queue.reserve(HERE, LEASE, 5))
        .extracting(RunRow::id, RunRow::cancelRequested)
        .containsExactlyInAnyOrder(tuple(forAPerson, true), tuple(forATime, true));
    assertThat(row(other).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void aCancelRequestThatComesDuringAPauseIsNotLost() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    queue.cancel(run, new ControlEvent.Cancelled("bo", "enough"));

    claims.release(admitted.claim(), admitted.head(), paused("ana")).await();

    assertThat(queue.reserve(HERE, LEASE, 5))
        .extracting(RunRow::id, RunRow::cancelRequested)
        .containsExactly(tuple(run, true));
  }

  @Test
  void encryptsTheReasonOfARequestIfRecordsAreEncrypted() {
    var reasons =
        new ReasonEncryption(
            new TextEncryption(KeySource.of(KeyRing.parse(KEY))), Redaction.none());
    var hidden =
        new RunQueue(
            table,
            new UnclaimedRuns(table, journal, reasons),
            journal,
            new QueueSignal(),
            new StopSignal(),
            reasons,
            new QueueReservations(table, new FairShareSettings(), Clock.systemUTC()),
            limit);
    UUID run = queued();
    admitted(run, HERE);

    hidden.cancel(run, new ControlEvent.Cancelled("ana", "of a canary"));

    String column =
        table
            .rows(
                "SELECT cancel_reason FROM run WHERE id = ?", row -> row.text("cancel_reason"), run)
            .getFirst();
    assertThat(column).startsWith("k1:").doesNotContain("canary");
    assertThat(reasons.show(run, ReasonEncryption.Kind.CANCEL, 0, column)).isEqualTo("of a canary");
    assertThat(reasons.show(run, ReasonEncryption.Kind.PAUSE, 0, column))
        .as("in another place")
        .isEqualTo("[cannot be read: it was changed after it was written]");
    var without =
        new ReasonEncryption(new TextEncryption(KeySource.of(KeyRing.EMPTY)), Redaction.none());
    assertThat(without.show(run, ReasonEncryption.Kind.CANCEL, 0, column))
        .isEqualTo("[cannot be read here: key 'k1' is missing]");
    assertThat(without.show(run, ReasonEncryption.Kind.CANCEL, 0, "as it was"))
        .contains("no key id");
    assertThat(without.show(run, ReasonEncryption.Kind.CANCEL, 0, ":a: b")).isEqualTo("a: b");
  }
}

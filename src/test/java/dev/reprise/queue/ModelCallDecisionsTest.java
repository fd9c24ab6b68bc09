package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do with decisions about model calls for which runs paused. */
@EachDatabase
class ModelCallDecisionsTest extends RunsFixture {

  private ModelCallDecisions decisions;
  private UUID run;
  private Position head;

  @BeforeEach
  void aPausedRun() {
    decisions = new ModelCallDecisions(unclaimed, due);
    run = queued();
    assertThat(queue.pause(run, paused("system"))).isTrue();
    head = row(run).head();
    signals.set(0);
  }

  @Test
  void queueAnApprovedRunAtOnce() {
    assertThat(decisions.approve(run, head, decided(true), resumed())).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(events(run)).endsWith("tool-call.decided", "run.resumed");
    assertThat(signals).hasValue(1);
  }

  @Test
  void leaveADeniedRunPaused() {
    assertThat(decisions.deny(run, head, decided(false), paused("ana"))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.PAUSED);
    assertThat(events(run)).endsWith("tool-call.decided", "run.paused");
    assertThat(signals).hasValue(0);
  }

  @Test
  void leaveARunPausedOfWhichMorePeopleAreAsked() {
    assertThat(decisions.note(run, head, decided(true))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.PAUSED);
    assertThat(events(run)).endsWith("tool-call.decided");
  }

  @Test
  void changeNothingIfTheJournalHasGrownSince() {
    decisions.note(run, head, decided(true));

    assertThat(decisions.approve(run, head, decided(true), resumed())).isFalse();
    assertThat(decisions.deny(run, head, decided(false), paused("ana"))).isFalse();
    assertThat(decisions.note(run, head, decided(true))).isFalse();

    assertThat(row(run).head().sequence()).isEqualTo(head.sequence() + 1);
    assertThat(signals).hasValue(0);
  }

  private static HumanInputEvent.Decided decided(boolean approved) {
    return new HumanInputEvent.Decided(
        "one",
        1,
        ToolCallEvent.MODEL_CALL,
        approved,
        "ana",
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty());
  }
}

package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.Claim;
import dev.reprise.run.ReplayedRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a run ends if an event is too large for any record. */
class OversizedPayloadsTest {

  private static final String HUGE = "x".repeat(5_000_000);

  private final MemoryJournal journal = Engine.submitted();
  private final ActiveRun run =
      new ActiveRun(
          Leases.endless(new Claim(Engine.RUN, "default", journal.claim())),
          Optional.empty(),
          journal,
          ReplayedRun.from(journal, Engine.RUN, GeneratedAgents.any().sample()));

  @BeforeEach
  void endsWhereverARunIsStoppedInTheMiddleOfACall() {
    var call = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);
    run.append(new LifecycleEvent.Admitted("here", Engine.START));
    run.append(new PhaseEvent.Started("phase-1", "go", Engine.START));
    run.append(new ModelEvent.Replied("phase-1", 1, "", List.of(call), Usage.NONE));
    run.append(new ToolCallEvent.Started("phase-1", 1, "c1", "look", EffectClass.READ_ONLY));
  }

  @Test
  void aResultStopsTheRunWithAFailureThatNamesToolRunAndBytes() {
    int before = journal.events().size();

    run.appendResults(List.of(new ToolCallEvent.Completed("phase-1", 1, "c1", HUGE)));

    assertThat(journal.events()).hasSize(before);
    assertThat(run.stopCause()).contains(StopCause.UNRECORDABLE);
    assertThat(run.unrecordable())
        .hasValueSatisfying(
            failure -> {
              assertThat(failure.code()).isEqualTo("payload_too_large");
              assertThat(failure.message())
                  .contains("tool 'look' (call 'c1')", Engine.RUN.toString(), "5,000,0")
                  .contains("at most 4,194,304");
            });
  }

  @Test
  void noStepFollowsAnyOtherEventThatCannotBeRecorded() {
    var huge = new PhaseEvent.Completed("phase-1", HUGE);

    assertThatThrownBy(() -> run.append(huge)).isInstanceOf(PayloadTooLargeException.class);

    assertThat(run.stopCause()).contains(StopCause.UNRECORDABLE);
    assertThat(run.unrecordable()).isPresent();
  }
}

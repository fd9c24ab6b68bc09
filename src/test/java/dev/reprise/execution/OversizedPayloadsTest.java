package dev.reprise.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.codec.EventCodec;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result that is too large for the record is cut; any other such event ends the run. */
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
    run.append(Replies.of("phase-1", 1, "", List.of(call), Usage.NONE));
    run.append(
        new ToolCallEvent.Started(
            new CallLocation("phase-1", 1, "c1"),
            "look",
            EffectClass.READ_ONLY,
            Optional.empty(),
            Optional.empty()));
  }

  private ToolCallEvent.Completed recorded(ToolCallEvent.Completed done) {
    run.appendResults(List.of(done));

    assertThat(run.stopCause()).isEmpty();
    assertThat(run.unrecordable()).isEmpty();
    return (ToolCallEvent.Completed) journal.events().getLast();
  }

  /** The tool has done its work, so the run goes on with what the record takes. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "\n", "\u0001", "ä", "\ud83d\ude00", "\"", "\ud83d"})
  void aResultIsCutToWhatTheRecordTakes_andSaysSo(String character) {
    String whole = character.repeat(4_500_000);

    String kept =
        recorded(
                new ToolCallEvent.Completed(
                    new CallLocation("phase-1", 1, "c1"), whole, List.of(), Optional.empty()))
            .content();

    assertThat(kept).startsWith("[the result was too large for the record: only the first ");
    assertThat(whole).startsWith(kept.substring(kept.indexOf('\n') + 1));
    assertThat(new EventCodec().write(journal.events().getLast()).getBytes(UTF_8))
        .hasSizeBetween(3_600_000, 4_194_304);
  }

  @Test
  void theMessageOfAFailureIsCutLikeAResult() {
    run.appendResults(
        List.of(
            new ToolCallEvent.Failed(
                "phase-1", 1, "c1", new Failure("mcp_tool_failed", HUGE), Optional.empty())));

    assertThat(run.unrecordable()).isEmpty();
    assertThat(((ToolCallEvent.Failed) journal.events().getLast()).failure().message())
        .startsWith("[the result was too large");
  }

  @Test
  void noStepFollowsAnyOtherEventThatCannotBeRecorded() {
    var huge = new PhaseEvent.Completed("phase-1", HUGE);

    assertThatThrownBy(() -> run.append(huge)).isInstanceOf(PayloadTooLargeException.class);

    assertThat(run.stopCause()).contains(StopCause.UNRECORDABLE);
    assertThat(run.unrecordable()).isPresent();
  }
}

package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call whose arguments a person changed is made with exactly these, and everyone can see it. */
@QuietLog
class EditAtWorkTest {

  private static final String DONE = ", {\"text\": \"done\"}";

  private final ApprovalScene scene = new ApprovalScene(ApprovalScene.paying(9) + DONE);

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void isMadeOnceWithTheNewArguments() {
    scene.work();

    scene.work(scene.edit("ana", "{\"n\":3}"));

    assertThat(scene.made()).containsExactly("{\"n\":3}");
    assertThat(scene.asked()).as("people are asked once").hasSize(1);
  }

  @Test
  void tellsTheModelWithWhichArgumentsItWasMade() {
    scene.work();

    scene.work(scene.edit("ana", "{\"n\":3}"));

    assertThat(scene.told())
        .isEqualTo(
            new ToolOutcome.Succeeded(
                "[A person changed the arguments of this call to {\"n\":3}]\n\npaid"));
    var result = (Message.ToolResult) scene.lastRequest().transcript().last();
    assertThat(result.call().arguments()).as("what the model said stays").hasToString("{\"n\":9}");
  }

  @Test
  void isRecordedBesideWhatTheModelAskedFor() {
    scene.work();
    String seen = scene.digest();

    scene.work(scene.edit("ana", "{\"n\":3}"));

    HumanInputEvent.Edited edited = scene.all(HumanInputEvent.Edited.class).getFirst();
    assertThat(edited.digest()).contains(seen);
    assertThat(edited.change().digest()).isNotEqualTo(seen).matches("[0-9a-f]{64}");
    assertThat(scene.all(ModelEvent.Replied.class).getFirst().message().calls())
        .extracting(call -> call.arguments().text())
        .containsExactly("{\"n\":9}");
  }

  @Test
  void isEstimatedAgain() {
    String many = IntStream.rangeClosed(1, 60).boxed().toList().toString();
    try (var batch =
        new ApprovalScene(
            ApprovalScene.paying(9).replace("\"n\": 9", "\"n\": 9, \"items\": " + many) + DONE)) {
      batch.cost = "0.2";
      batch.work();
      assertThat(batch.asked().getFirst().terms().estimate())
          .map(CallEstimate::verdict)
          .contains(CallEstimate.Verdict.ASKED);

      batch.work(batch.edit("ana", "{\"n\":9,\"items\":[1,2]}"));

      assertThat(batch.all(ToolCallEvent.Started.class).getFirst().estimate())
          .map(CallEstimate::verdict)
          .contains(CallEstimate.Verdict.NOTICE);
    }
  }

  @Test
  void isNotMadeIfTheToolDoesNotTakeTheArguments() {
    scene.work();

    scene.work(scene.edit("ana", "{\"n\":100}"));

    assertThat(scene.made()).isEmpty();
    assertThat(scene.told()).asString().contains("invalid_arguments", "to {\"n\":100}");
  }

  @Test
  void appliesOnceAndOnlyToWhatThePersonSaw() {
    scene.work();
    HumanInputEvent.Edited edit = scene.edit("ana", "{\"n\":3}");
    HumanInputEvent approval = scene.approval("bo");
    var forged =
        new HumanInputEvent.Edited(
            edit.phase(),
            edit.iteration(),
            edit.callId(),
            new HumanInputEvent.Edited.Change(
                scene.edit("ana", "{\"n\":4}").change().arguments(), edit.change().digest()),
            "ana",
            edit.at(),
            edit.reason(),
            edit.digest());

    assertThat(scene.state().awaits(forged)).isFalse();
    scene.record(edit);

    assertThat(scene.state().awaits(edit)).isFalse();
    assertThat(scene.state().awaits(approval)).as("of the arguments before").isFalse();
    assertThatThrownBy(() -> scene.record(edit)).isInstanceOf(IllegalStateException.class);
  }
}

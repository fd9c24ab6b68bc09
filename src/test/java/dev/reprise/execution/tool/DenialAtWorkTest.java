package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RunEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A denied call is never made, and the model reads why. */
@QuietLog
class DenialAtWorkTest {

  @Test
  void givesTheModelTheReason() {
    try (var scene = new ApprovalScene(ApprovalScene.paying(1) + ", {\"text\": \"then not\"}")) {
      scene.work();

      scene.work(scene.denial("ana", "pay next month"));

      assertThat(scene.made()).isEmpty();
      assertThat(scene.told())
          .isEqualTo(
              ToolOutcome.failed("refused_by_person", "a person refused the call: pay next month"));
    }
  }

  @Test
  void pausesTheRunIfItsAgentSaysSo() {
    try (var scene =
        new ApprovalScene(ApprovalScene.paying(1) + ", {\"text\": \"then not\"}", true)) {
      scene.work();
      HumanInputEvent denial = scene.denial("ana", "pay next month");

      List<RunEvent> recorded = scene.state().recordedAs(denial);

      assertThat(recorded)
          .containsExactly(
              denial,
              new ControlEvent.Paused("ana", Optional.of("pay next month"), scene.clock.instant()));
      assertThat(scene.state().recordedAs(scene.approval("ana"))).hasSize(1);
      recorded.forEach(scene::record);
      scene.work(new ControlEvent.Resumed("bo", Optional.empty(), scene.clock.instant()));
      assertThat(scene.told())
          .as("once it is resumed")
          .isEqualTo(
              ToolOutcome.failed("refused_by_person", "a person refused the call: pay next month"));
    }
  }
}

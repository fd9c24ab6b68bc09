package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.QuietLog;
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
}

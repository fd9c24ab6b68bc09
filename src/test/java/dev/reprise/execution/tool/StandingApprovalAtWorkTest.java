package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.PinnedTool;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A person approves the later calls of a tool in one run up to an amount. */
@QuietLog
class StandingApprovalAtWorkTest {

  private static final String TWO_MORE =
      """
      {"calls": [
        {"id": "c2", "tool": "pay", "arguments": {"n": 2}},
        {"id": "c3", "tool": "pay", "arguments": {"n": 3}}]}""";

  private final ApprovalScene scene =
      new ApprovalScene(ApprovalScene.paying(1) + ", " + TWO_MORE + ", {\"text\": \"done\"}");

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void coversLaterCallsThatFitTogether() {
    scene.work();

    scene.work(scene.standing("ana", "1.2"));

    assertThat(scene.made()).containsExactlyInAnyOrder("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
    assertThat(scene.asked()).hasSize(1);
    List<ToolCallEvent.Started> started = scene.all(ToolCallEvent.Started.class);
    assertThat(started.getFirst().allowedBy()).as("it has an approval of its own").isEmpty();
    assertThat(started.subList(1, 3))
        .extracting(it -> it.allowedBy().orElseThrow())
        .containsOnly(new HumanInputEvent.Allowed.Reference("only", 1, "c1", "ana"));
  }

  @Test
  void isUsedUpByCallsOfTheSameStep() {
    scene.work();

    scene.work(scene.standing("ana", "0.60"));

    assertThat(scene.made()).containsExactly("{\"n\":1}", "{\"n\":2}");
    assertThat(scene.asked()).extracting(ToolCallEvent.Asked::callId).containsExactly("c1", "c3");
    assertThat(scene.state().assignment().standingApprovals().of("pay").orElseThrow().left())
        .isEqualByComparingTo("0");
  }

  @Test
  void isVoidAfterAMigration() {
    scene.work();
    scene.record(scene.standing("ana", "5"));

    scene.record(
        new ControlEvent.Migrated(
            "ana",
            scene.clock.instant(),
            "safe",
            List.<PinnedTool>of(),
            Optional.empty(),
            List.of()));

    assertThat(scene.state().assignment().standingApprovals().byTool()).isEmpty();
  }

  @Test
  void coversNoBatch() {
    String many = "[" + "1,".repeat(59) + "1]";
    try (var batch =
        new ApprovalScene(
            ApprovalScene.paying(1)
                + ", "
                + ApprovalScene.paying(2)
                    .replace("c1", "c2")
                    .replace("\"n\": 2", "\"n\": 2, \"items\": " + many)
                + ", {\"text\": \"done\"}")) {
      batch.work();

      batch.work(batch.standing("ana", "5"));

      assertThat(batch.made()).containsExactly("{\"n\":1}");
      assertThat(batch.asked()).hasSize(2);
    }
  }
}

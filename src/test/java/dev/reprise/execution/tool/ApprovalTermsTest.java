package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.tool.policy.CostLimits;
import java.math.BigDecimal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An approval is for the call, the tool and the policy as they were, and is checked again. */
@QuietLog
class ApprovalTermsTest {

  private final ApprovalScene scene =
      new ApprovalScene(ApprovalScene.paying(1) + ", {\"text\": \"done\"}");

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void holdsWhileNothingChanges() {
    scene.work();

    scene.work(scene.approval("ana"));

    assertThat(scene.made()).hasSize(1);
    assertThat(scene.asked()).hasSize(1);
  }

  @Test
  void isVoidIfTheToolIsDeclaredDifferentlyBeforeTheCall() {
    scene.work();
    scene.record(scene.approval("ana"));
    scene.description = "pays twice";

    scene.work();

    assertThat(scene.made()).isEmpty();
    assertThat(scene.asked()).as("people are asked again").hasSize(2);
    scene.work(scene.approval("ana"));
    assertThat(scene.made()).hasSize(1);
  }

  @Test
  void isVoidIfThePolicyChangesBeforeTheCall() {
    scene.work();
    scene.record(scene.approval("ana"));
    scene.limits = new CostLimits(BigDecimal.ZERO, new BigDecimal("0.4"), 50, true);

    scene.work();

    assertThat(scene.made()).isEmpty();
    assertThat(scene.asked()).hasSize(2);
  }

  @Test
  void doesNotPassFromTheEarlierQuestionToTheLater() {
    scene.work();
    HumanInputEvent early = scene.approval("ana");
    scene.record(early);
    scene.description = "pays twice";
    scene.work();

    assertThat(scene.state().awaits(early)).isFalse();
  }

  @Test
  void isNeededNoMoreIfThePolicyNoLongerAsks() {
    scene.work();
    scene.record(scene.approval("ana"));
    scene.limits = new CostLimits(BigDecimal.ZERO, new BigDecimal("9"), 50, true);

    scene.work();

    assertThat(scene.made()).hasSize(1);
  }
}

package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.tool.policy.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Only the test profile approves calls without people, and the record says that it did. */
@QuietLog
class TestProfileAtWorkTest {

  private final ApprovalScene scene =
      new ApprovalScene(ApprovalScene.paying(1) + ", {\"text\": \"done\"}");

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void approvesNothingUnlessItIsSet() {
    scene.work();

    assertThat(scene.asked()).hasSize(1);
    assertThat(scene.all(HumanInputEvent.class)).isEmpty();
    assertThat(scene.made()).isEmpty();
  }

  @Test
  void approvesEachCallAtOnceInANameThatNoUserHas() {
    approveAll();

    scene.work();

    assertThat(scene.made()).hasSize(1);
    HumanInputEvent.Decided decided = scene.all(HumanInputEvent.Decided.class).getFirst();
    assertThat(decided.by()).isEqualTo(HumanInputEvent.TEST_PROFILE);
    assertThat(decided.approved()).isTrue();
    assertThat(decided.reason()).get().asString().contains("no person was asked");
    assertThat(decided.digest()).isEqualTo(scene.asked().getFirst().digest());
  }

  @Test
  void standsForAsManyPeopleAsMustApprove() {
    approveAll();
    scene.quorum = 3;

    scene.work();

    assertThat(scene.made()).hasSize(1);
    assertThat(scene.asked().getFirst().terms().quorum()).isEqualTo(1);
  }

  private void approveAll() {
    scene.testProfile =
        new TestProfile(TestConfig.of("reprise.approvals.test-profile", "approve-all"));
  }
}

package dev.reprise.run.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who counts where several people, or another one, must approve. */
class ApprovalTest {

  @Test
  void countsEachPersonOnce() {
    Approval approval = of(2);
    for (String name : List.of("bo", "BO", " bo")) {
      approval = after(approval, approved(name));
    }

    assertThat(approval.by()).containsExactly("bo");
    assertThat(approval.isGiven()).isFalse();
    assertThat(after(approval, approved("bob")).isGiven()).isTrue();
  }

  @Test
  void countsNoApiKeyWhereSeveralPeopleMustApprove() {
    Approval one = after(after(of(2), approved("ana")), approved("api-key:mine"));
    Approval edited = after(of(2), edited("api-key:mine", false));

    assertThat(one.by()).containsExactly("ana");
    assertThat(edited.by()).isEmpty();
    assertThat(after(of(1), approved("api-key:mine")).isGiven()).as("one is enough").isTrue();
  }

  @Test
  void countsNoEditorIfAnotherPersonMustApprove() {
    assertThat(after(of(1), edited("bo", false)).isGiven()).isTrue();

    Approval open = after(of(1), edited("bo", true));
    assertThat(open.isGiven()).isFalse();
    assertThat(after(open, approved("ana")).by()).containsExactly("ana");
  }

  @Test
  void isOpenToTheColleagueUnderEachSpelling() {
    var assigned =
        new HumanInputEvent.Assigned(
            "p", 1, "c", "Bo", "ana", Instant.EPOCH, Optional.empty(), Optional.empty());
    Approval approval = Approval.after(Optional.of(of(1)), assigned).orElseThrow();

    assertThat(approval.isOpenTo(approved("bo"))).isTrue();
    assertThat(approval.isOpenTo(approved("ana"))).isFalse();
  }

  private static Approval of(int quorum) {
    return new Approval(
        new ApprovalTerms(
            Optional.empty(), quorum, Optional.empty(), Optional.empty(), false, Optional.empty()),
        List.of());
  }

  private static Approval after(Approval approval, HumanInputEvent event) {
    return Approval.after(Optional.of(approval), event).orElseThrow();
  }

  private static HumanInputEvent approved(String by) {
    return new HumanInputEvent.Decided(
        "p", 1, "c", true, by, Instant.EPOCH, Optional.empty(), Optional.of("d"));
  }

  private static HumanInputEvent edited(String by, boolean forAnother) {
    return new HumanInputEvent.Edited(
        "p",
        1,
        "c",
        new HumanInputEvent.Edited.Change(JsonValue.EMPTY_OBJECT, "e", forAnother),
        by,
        Instant.EPOCH,
        Optional.empty(),
        Optional.of("d"));
  }
}

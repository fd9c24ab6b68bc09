package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call that one person has passed on to another. */
class AssignedCallTest {

  private final ApprovalScene scene =
      new ApprovalScene(ApprovalScene.paying(1) + ", {\"text\": \"done\"}");

  @BeforeEach
  void ask() {
    scene.work();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void isApprovedByItsAssigneeAlone() {
    scene.record(scene.assignment("ana", "bo"));
    assertThat(scene.state().awaits(scene.approval("ana"))).isFalse();
    assertThat(scene.state().awaits(scene.edit("ana", "{\"n\":2}"))).isFalse();
    assertThat(scene.state().awaits(scene.standing("ana", "5"))).isFalse();

    scene.work(scene.approval("bo"));

    assertThat(scene.made()).hasSize(1);
  }

  @Test
  void canBeDeniedAndPassedOnByEveryone() {
    scene.record(scene.assignment("ana", "bo"));
    assertThat(scene.state().awaits(scene.denial("cy", "no"))).isTrue();

    scene.record(scene.assignment("cy", "di"));

    assertThat(scene.state().awaits(scene.approval("bo"))).isFalse();
    assertThat(scene.state().awaits(scene.approval("di"))).isTrue();
  }

  @Test
  void isEveryonesAgainAfterItsEscalation() {
    scene.record(scene.assignment("ana", "bo"));
    scene.record(reminder(ReminderEvent.Kind.REMINDER));
    assertThat(scene.state().awaits(scene.approval("ana"))).isFalse();

    scene.record(reminder(ReminderEvent.Kind.ESCALATION));

    assertThat(scene.state().awaits(scene.approval("ana"))).isTrue();
  }

  @Test
  void keepsTheDigestThatPeopleSaw() {
    String before = scene.call().digest();

    scene.record(scene.assignment("ana", "bo"));
    scene.record(reminder(ReminderEvent.Kind.REMINDER));

    assertThat(scene.call().digest()).isEqualTo(before);
  }

  @Test
  void isEveryonesWhenPeopleAreAskedAnew() {
    scene.record(scene.assignment("ana", "bo"));
    scene.description = "pays twice";

    scene.work(scene.approval("bo")); // for a tool that is another one now

    assertThat(scene.made()).isEmpty();
    assertThat(scene.asked()).hasSize(2);
    assertThat(scene.call().approval().orElseThrow().assignee()).isEmpty();
  }

  @Test
  void canNoLongerBePassedOnWhenTheTimeIsOver() {
    HumanInputEvent late = scene.assignment("ana", "bo");
    Optional<ToolCallEvent.Asked> asked = scene.asked().stream().findFirst();
    scene.clock.moveTo(asked.orElseThrow().until().orElseThrow());

    assertThat(scene.state().awaits(late)).isTrue();
    assertThat(scene.state().awaits(scene.assignment("ana", "bo"))).isFalse();
  }

  private ReminderEvent reminder(ReminderEvent.Kind kind) {
    return new ReminderEvent("only", 1, "c1", kind, scene.clock.instant());
  }
}

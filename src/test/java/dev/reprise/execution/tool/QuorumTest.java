package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.HumanInputEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As many different people approve a call as must, or one denies it. */
@QuietLog
class QuorumTest {

  private final ApprovalScene scene =
      new ApprovalScene(ApprovalScene.paying(1) + ", {\"text\": \"done\"}");

  @BeforeEach
  void ask() {
    scene.quorum = 2;
    scene.work();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void isReachedByTwoPeople() {
    scene.work(scene.approval("ana"));
    assertThat(scene.made()).isEmpty();
    assertThat(scene.call().isWithPerson()).isTrue();
    assertThat(scene.call().approval().orElseThrow().by()).containsExactly("ana");

    scene.work(scene.approval("bo"));

    assertThat(scene.made()).hasSize(1);
    assertThat(scene.asked()).as("asked once").hasSize(1);
  }

  @Test
  void isNotReachedByOnePersonTwice() {
    scene.work(scene.approval("ana"));

    assertThat(scene.state().awaits(scene.approval("ana"))).isFalse();
    assertThat(scene.state().awaits(scene.approval("bo"))).isTrue();
  }

  @Test
  void isBrokenByOneDenial() {
    scene.work(scene.approval("ana"));

    scene.work(scene.denial("ana", "I was wrong"));

    assertThat(scene.made()).isEmpty();
    assertThat(scene.told()).asString().contains("refused_by_person", "I was wrong");
  }

  @Test
  void countsTheEditorForTheChangedCallAlone() {
    scene.work(scene.approval("ana"));
    HumanInputEvent late = scene.approval("cy");

    scene.work(scene.edit("bo", "{\"n\":2}"));

    assertThat(scene.made()).isEmpty();
    assertThat(scene.asked()).as("the changed call is asked about").hasSize(2);
    assertThat(scene.asked().getLast().digest()).contains(scene.digest());
    assertThat(scene.call().approval().orElseThrow().by()).containsExactly("bo");
    assertThat(scene.state().awaits(late)).as("of the call before").isFalse();
    scene.work(scene.approval("ana"));
    assertThat(scene.made()).containsExactly("{\"n\":2}");
  }

  @Test
  void allowsNoLaterCallsByOnePerson() {
    assertThat(scene.state().awaits(scene.standing("ana", "5"))).isFalse();
  }

  @Test
  void isAskedForAgainIfItIsRaisedMeanwhile() {
    scene.record(scene.approval("ana"));
    scene.record(scene.approval("bo"));
    scene.quorum = 3;

    scene.work();

    assertThat(scene.made()).isEmpty();
    assertThat(scene.asked()).hasSize(2);
    assertThat(scene.call().approval().orElseThrow().by()).isEmpty();
  }
}

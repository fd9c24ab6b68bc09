package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.AttemptEvent;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call did cost is recorded, and later calls of the tool are expected to cost as much. */
@QuietLog
class RecentCostAtWorkTest {

  private final ApprovalScene scene =
      new ApprovalScene(
          ApprovalScene.paying(1)
              + ", "
              + ApprovalScene.paying(2).replace("c1", "c2")
              + ", {\"text\": \"done\"}");

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void asksAboutTheCallAfterOneThatCostTooMuch() {
    scene.cost = "0.2";
    scene.reported = Optional.of(new BigDecimal("0.9"));

    scene.work();

    assertThat(scene.made()).as("the first call").hasSize(1);
    assertThat(scene.all(AttemptEvent.Charged.class))
        .containsExactly(
            new AttemptEvent.Charged(
                "only", 1, "c1", new BigDecimal("0.9"), new BigDecimal("0.2")));
    assertThat(scene.asked()).hasSize(1);
    assertThat(scene.asked().getFirst().iteration()).isEqualTo(2);
    assertThat(scene.asked().getFirst().question()).contains("about 0.9 USD");
  }

  @Test
  void recordsNothingIfTheToolSaysNothing() {
    scene.cost = "0.2";

    scene.work();

    assertThat(scene.made()).hasSize(2);
    assertThat(scene.all(AttemptEvent.Charged.class)).isEmpty();
  }
}

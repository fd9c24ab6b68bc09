package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.QuietLog;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call is expected to cost more for more items, so its arguments decide whether people must. */
@QuietLog
class CostOfItemsAtWorkTest {

  @ParameterizedTest
  @CsvSource({"29, 0", "30, 1"})
  void asksFromTheNumberOfItemsOnThatCostsTooMuch(int items, int asked) {
    try (var scene = new ApprovalScene(paying(items) + ", {\"text\": \"done\"}")) {
      scene.cost = "0.2";
      scene.costPerItem = "0.01";

      scene.work();

      assertThat(scene.asked()).hasSize(asked);
      assertThat(scene.made()).hasSize(1 - asked);
      assertThat(scene.asked()).allSatisfy(it -> assertThat(it.question()).contains("0.5 USD"));
    }
  }

  private static String paying(int items) {
    return "{\"calls\": [{\"id\": \"c1\", \"tool\": \"pay\", \"arguments\": {\"n\": 1, \"items\": %s}}]}"
        .formatted(Collections.nCopies(items, 1));
  }
}

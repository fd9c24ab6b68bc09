package dev.reprise.artifact.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.artifact.Contract;
import dev.reprise.artifact.FeedReader;
import org.junit.jupiter.api.Test;

/** A contract that would take much memory wherever it is read is not stored. */
class ContractCheckTest {

  @Test
  void hasNothingAgainstAnOrdinaryContract() {
    assertThat(ContractCheck.problem(FeedReader.CONTRACT)).isEmpty();
  }

  @Test
  void refusesManyValues() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    var examples = schema.putArray("examples");
    for (int i = 0; i < ContractCheck.MAX_VALUES; i++) {
      examples.addObject();
    }

    assertIsTooLarge(schema);
  }

  @Test
  void refusesLongTexts() {
    assertIsTooLarge(
        JsonNodeFactory.instance
            .objectNode()
            .put("description", "x".repeat(ContractCheck.MAX_CHARACTERS)));
  }

  private static void assertIsTooLarge(ObjectNode deliverable) {
    Contract usual = FeedReader.CONTRACT;
    var contract =
        new Contract(
            usual.role(), usual.purpose(), deliverable, usual.acceptance(), usual.onFailure());

    assertThat(ContractCheck.problem(contract))
        .hasValueSatisfying(
            it ->
                assertThat(it.toString())
                    .isEqualTo(
                        "contract: must have at most 131072 characters and 5000 JSON values"));
  }
}

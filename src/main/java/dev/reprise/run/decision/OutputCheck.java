package dev.reprise.run.decision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.message.Failure;
import dev.reprise.platform.Json;
import dev.reprise.platform.schema.KeptSchemas;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares an answer with the contract of its phase. Tested by {@code OutputContractTest}.
 *
 * @param output the JSON of the answer, as the model wrote it
 * @param violations what does not fit, with its places; empty if it fits
 */
record OutputCheck(String output, String violations) {

  private static final int SHOWN = 2_000;

  /** Many models put JSON into a block of code, with nothing beside it. */
  private static final Pattern BLOCK =
      Pattern.compile("```(?:json)?[ \\t]*\\R(.*?)\\R?```", Pattern.DOTALL);

  static OutputCheck of(OutputContract contract, String answer) {
    String output = content(answer.strip());
    JsonNode value;
    try {
      value = Json.read(output);
    } catch (IllegalArgumentException e) {
      return new OutputCheck(output, "the answer is not JSON alone: " + e.getMessage());
    }
    return new OutputCheck(
        output, KeptSchemas.violations(contract.schema().text(), value, "the answer"));
  }

  private static String content(String answer) {
    Matcher block = BLOCK.matcher(answer);
    return block.matches() ? block.group(1).strip() : answer;
  }

  boolean fits() {
    return violations.isEmpty();
  }

  /** Returns why a phase ends whose model has given as many answers as it may. */
  Failure failure(Phase phase, int answers) {
    return new Failure(
        "output_invalid",
        "phase '%s': the model's answer does not fit the contract of the phase, and it gave %d: %s"
            .formatted(phase.name(), answers, shownViolations()));
  }

  /** Returns the violations, as long as people and models read them. */
  String shownViolations() {
    return violations.length() > SHOWN ? violations.substring(0, SHOWN) + "…" : violations;
  }
}

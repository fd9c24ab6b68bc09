package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.artifact.Contract;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.tool.schema.JsonSchema;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks that code can be judged by a contract: its schemas are schemas. */
public final class ContractCheck {

  private ContractCheck() {}

  /** Returns the first thing that is wrong with a contract, and where; empty if nothing is. */
  public static Optional<DocumentError> problem(Contract contract) {
    return Stream.concat(
            problem("contract.deliverable", contract.deliverable()).stream(),
            IntStream.range(0, contract.acceptance().size())
                .mapToObj(
                    i ->
                        problem(
                            "contract.acceptance[%d].result".formatted(i),
                            contract.acceptance().get(i).result()))
                .flatMap(Optional::stream))
        .findFirst();
  }

  private static Optional<DocumentError> problem(String path, JsonNode schema) {
    if (!schema.isObject()) {
      return Optional.of(new DocumentError(path, "must be a JSON Schema, which is an object"));
    }
    try {
      JsonSchema.of(schema, "schema");
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(new DocumentError(path, "is no JSON Schema: " + e.getMessage()));
    }
  }
}

package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.artifact.Contract;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.tool.schema.JsonSchema;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks that a contract can be stored, and that code can be judged by it. */
public final class ContractCheck {

  private ContractCheck() {}

  /** Returns the first thing that is wrong with a contract, and where; empty if nothing is. */
  public static Optional<DocumentError> problem(Contract contract) {
    Stream<DocumentError> ofForm =
        DocumentSchema.CONTRACT.errors(contract.document()).stream()
            .map(it -> new DocumentError(DocumentError.under("contract", it.path()), it.message()));
    Stream<DocumentError> ofSchemas =
        Stream.concat(
                Stream.of(problem("contract.deliverable", contract.deliverable())),
                IntStream.range(0, contract.acceptance().size())
                    .mapToObj(
                        i ->
                            problem(
                                "contract.acceptance[%d].result".formatted(i),
                                contract.acceptance().get(i).result())))
            .flatMap(Optional::stream);
    return Stream.concat(ofForm, ofSchemas).findFirst();
  }

  private static Optional<DocumentError> problem(String path, JsonNode schema) {
    try {
      JsonSchema.of(schema, "schema");
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(new DocumentError(path, "is no JSON Schema: " + e.getMessage()));
    }
  }
}

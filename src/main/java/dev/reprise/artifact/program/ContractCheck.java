package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.artifact.Contract;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.schema.JsonSchema;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks that a contract can be stored, and that code can be judged by it. */
public final class ContractCheck {

  /** The length of a contract's canonical JSON, at most, in characters. */
  static final int MAX_CHARACTERS = 128 * 1024;

  /** How many JSON values a contract has, at most: each takes up to a hundred bytes of memory. */
  static final int MAX_VALUES = 5_000;

  private ContractCheck() {}

  /** Returns the first thing that is wrong with a contract, and where; empty if nothing is. */
  public static Optional<DocumentError> problem(Contract contract) {
    JsonNode document = contract.document();
    if (values(document) > MAX_VALUES || CanonicalJson.write(document).length() > MAX_CHARACTERS) {
      return Optional.of(
          new DocumentError(
              "contract",
              "must have at most %d characters and %d JSON values"
                  .formatted(MAX_CHARACTERS, MAX_VALUES)));
    }
    Stream<DocumentError> ofForm =
        DocumentSchema.CONTRACT.errors(document).stream()
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

  private static long values(JsonNode node) {
    long count = 1;
    for (JsonNode member : node) {
      count += values(member);
    }
    return count;
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

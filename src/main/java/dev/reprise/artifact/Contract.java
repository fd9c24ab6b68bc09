package dev.reprise.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.CanonicalJson;
import java.util.List;

/**
 * What a tool promises to its callers. Code is written for a contract and judged by it.
 *
 * @param role the tool's name
 * @param purpose one or two sentences, for people and for models
 * @param deliverable a JSON Schema that each result must fit
 * @param acceptance the examples by which a program is accepted
 * @param onFailure what becomes of a call that fails
 */
public record Contract(
    String role,
    String purpose,
    JsonNode deliverable,
    List<Assertion> acceptance,
    FailurePolicy onFailure) {

  public Contract {
    acceptance = List.copyOf(acceptance);
  }

  /** Returns the SHA-256 of the canonical JSON: equal contracts have equal fingerprints. */
  public String fingerprint() {
    return CanonicalJson.sha256(document());
  }

  /** Returns the JSON of the contract, of the schema {@code contract}. */
  public JsonNode document() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("role", role).put("purpose", purpose).put("onFailure", onFailure.name());
    all.set("deliverable", deliverable);
    var examples = all.putArray("acceptance");
    for (Assertion each : acceptance) {
      ObjectNode example = examples.addObject().put("description", each.description());
      example.set("input", each.input());
      example.set("result", each.result());
      if (!each.tools().isEmpty()) { // contracts without them keep their fingerprints
        ObjectNode tools = example.putObject("tools");
        each.tools().forEach(tools::put);
      }
    }
    return all;
  }
}

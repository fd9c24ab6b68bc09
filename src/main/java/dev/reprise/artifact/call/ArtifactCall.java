package dev.reprise.artifact.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.Contract;
import dev.reprise.tool.ToolRequest;
import java.util.Optional;

/**
 * A call of an artifact.
 *
 * @param contract for which its code should be written; empty for the contract that it has
 */
record ArtifactCall(
    ArtifactKey key, Optional<Contract> contract, JsonNode input, ToolRequest request) {

  /** Returns what messages call it. */
  String name() {
    return key.role() + "." + key.method();
  }
}

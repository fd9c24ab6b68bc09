package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.reprise.artifact.CallEnd;
import dev.reprise.sandbox.ScriptResult;
import java.util.Optional;

/**
 * How a program ran.
 *
 * @param lastRead the beginning of what it has read last from a tool
 */
public record ProgramRun(CallEnd end, Optional<String> lastRead) {

  /** Returns its result; null as JSON if it has none. */
  public JsonNode value() {
    return end.result() instanceof ScriptResult.Returned(JsonNode value)
        ? value
        : NullNode.getInstance();
  }
}

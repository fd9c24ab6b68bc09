package dev.reprise.run;

import dev.reprise.agent.JsonValue;
import dev.reprise.agent.PinnedTool;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run that a client asks for.
 *
 * @param agentVersion content hash of the definition, already stored for the tenant
 * @param workspace name of a directory tree that the server knows
 * @param tools what the run keeps of the tools here; empty if it keeps none, and then no server is
 *     refused for its tools
 */
public record NewRun(
    UUID id,
    String tenant,
    String agent,
    String agentVersion,
    JsonValue input,
    String workspace,
    String submittedBy,
    Optional<List<PinnedTool>> tools) {

  public NewRun {
    tools = tools.map(List::copyOf);
  }

  /** A run that keeps no tools. */
  public NewRun(
      UUID id,
      String tenant,
      String agent,
      String agentVersion,
      JsonValue input,
      String workspace,
      String submittedBy) {
    this(id, tenant, agent, agentVersion, input, workspace, submittedBy, Optional.empty());
  }
}

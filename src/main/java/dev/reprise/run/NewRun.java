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
 * @param home the present start of this server, if the run is not durable and its journal is to be
 *     in memory here; empty for the database
 */
public record NewRun(
    UUID id,
    String tenant,
    String agent,
    String agentVersion,
    JsonValue input,
    String workspace,
    String submittedBy,
    Optional<List<PinnedTool>> tools,
    Optional<String> home) {

  public NewRun {
    tools = tools.map(List::copyOf);
  }

  /** Asks for one that is durable, and keeps no tools. */
  public NewRun(
      UUID id,
      String tenant,
      String agent,
      String agentVersion,
      JsonValue input,
      String workspace,
      String submittedBy) {
    this(
        id,
        tenant,
        agent,
        agentVersion,
        input,
        workspace,
        submittedBy,
        Optional.empty(),
        Optional.empty());
  }
}

package dev.reprise.tool;

import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The run and agent that make a call.
 *
 * @param tenant of the run
 * @param run that makes the call
 * @param agent that the run executes
 * @param role the highest role of the person on whose behalf the run works; empty if none is known
 * @param tools the names of all tools that the phase grants
 * @param grant how the agent narrows what this tool may do
 * @param grants how the agent narrows what each tool may do, by its name
 */
public record CallOrigin(
    String tenant,
    UUID run,
    String agent,
    Optional<Role> role,
    List<String> tools,
    ToolGrant grant,
    Map<String, ToolGrant> grants) {

  public CallOrigin {
    tools = List.copyOf(tools);
    grants = Map.copyOf(grants);
  }

  /**
   * Creates the origin of a call that makes no further calls, for a person without a known role.
   */
  public CallOrigin(String tenant, UUID run, String agent, List<String> tools, ToolGrant grant) {
    this(tenant, run, agent, Optional.empty(), tools, grant, Map.of());
  }

  /** Returns the origin of a call that this call makes of another tool. */
  public CallOrigin leadingTo(String tool) {
    return new CallOrigin(
        tenant, run, agent, role, tools, grants.getOrDefault(tool, ToolGrant.WHOLE), grants);
  }
}

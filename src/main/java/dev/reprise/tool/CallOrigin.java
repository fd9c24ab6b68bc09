package dev.reprise.tool;

import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * For whom a call is made.
 *
 * @param tenant whose run it is
 * @param run that makes it
 * @param agent that the run carries out
 * @param role the highest of the person for whom the run is; empty if none is known
 * @param tools all that the phase grants, by name
 * @param grant how the agent narrows what this tool may do
 * @param grants how it narrows what tools may do, by their names
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

  /** Makes the origin of a call that leads to no others, for a person without a known role. */
  public CallOrigin(String tenant, UUID run, String agent, List<String> tools, ToolGrant grant) {
    this(tenant, run, agent, Optional.empty(), tools, grant, Map.of());
  }

  /** Returns the origin of a call that this one makes of another tool. */
  public CallOrigin leadingTo(String tool) {
    return new CallOrigin(
        tenant, run, agent, role, tools, grants.getOrDefault(tool, ToolGrant.WHOLE), grants);
  }
}

package dev.reprise.run;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
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
 * @param priority from -9 to 9: among the tenant's runs it is queued as if it had become due five
 *     minutes earlier for each step
 * @param delegation for which call of another run it is to work, if it is
 * @param submitterRole the highest role of the person who wants it, which those that work for it
 *     have too; empty if none is known
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
    Optional<String> home,
    int priority,
    Optional<Delegation> delegation,
    Optional<Role> submitterRole) {

  /** How far a priority may be from 0, which is everybody's. */
  public static final int MAX_PRIORITY = 9;

  public NewRun {
    tools = tools.map(List::copyOf);
    if (Math.abs(priority) > MAX_PRIORITY) {
      throw new IllegalArgumentException(
          "a priority is from -%d to %d, not %d".formatted(MAX_PRIORITY, MAX_PRIORITY, priority));
    }
  }

  /**
   * Asks for one that is durable, keeps no tools, has no priority over others, and for nobody of
   * whom a role is known.
   */
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
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  /** Asks for it with what it keeps of the tools here. */
  public NewRun keeping(List<PinnedTool> kept) {
    return new NewRun(
        id,
        tenant,
        agent,
        agentVersion,
        input,
        workspace,
        submittedBy,
        Optional.of(kept),
        home,
        priority,
        delegation,
        submitterRole);
  }

  /** Asks for one that is not durable: its journal is in the memory of this start of a server. */
  public NewRun inMemoryOf(String start) {
    return new NewRun(
        id,
        tenant,
        agent,
        agentVersion,
        input,
        workspace,
        submittedBy,
        tools,
        Optional.of(start),
        priority,
        delegation,
        submitterRole);
  }

  /** Asks for it with a priority. */
  public NewRun withPriority(int other) {
    return new NewRun(
        id,
        tenant,
        agent,
        agentVersion,
        input,
        workspace,
        submittedBy,
        tools,
        home,
        other,
        delegation,
        submitterRole);
  }

  /** Asks for it as one that works for a call of another run. */
  public NewRun asChildOf(Delegation call) {
    return new NewRun(
        id,
        tenant,
        agent,
        agentVersion,
        input,
        workspace,
        submittedBy,
        tools,
        home,
        priority,
        Optional.of(call),
        submitterRole);
  }

  /** Asks for it for somebody of this role. */
  public NewRun submittedAs(Optional<Role> highest) {
    return new NewRun(
        id,
        tenant,
        agent,
        agentVersion,
        input,
        workspace,
        submittedBy,
        tools,
        home,
        priority,
        delegation,
        highest);
  }
}

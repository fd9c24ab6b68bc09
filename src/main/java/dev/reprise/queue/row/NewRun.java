package dev.reprise.queue.row;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run to be submitted. Tested by {@code RunRecordTest}.
 *
 * @param workspace the name of a directory tree that the server knows
 */
public record NewRun(
    UUID id,
    String tenant,
    AgentRef agent,
    JsonValue input,
    String workspace,
    Requester submitter,
    Options options) {

  /** The largest absolute value of a priority; the default is 0. */
  public static final int MAX_PRIORITY = 9;

  /**
   * How the run differs from a durable one with default priority.
   *
   * @param tools the tools that the run pins
   * @param inMemoryOn the present start of this server, if the run is not durable and its journal
   *     is to be in memory here; empty for the database
   * @param priority from -9 to 9: among the tenant's runs it is queued as if it had become due five
   *     minutes earlier for each step
   * @param delegation the call of another run for which it is to work, if it is a child run
   * @param budget what the run may spend, instead of what its agent says; empty if its agent says
   *     it
   * @param labels what the run is marked with, to be found by
   * @param traceParent the span in which it is submitted, as a W3C trace context header
   * @param parties the people to whom it is attributed besides its submitter
   */
  public record Options(
      List<PinnedTool> tools,
      Optional<String> inMemoryOn,
      int priority,
      Optional<Delegation> delegation,
      Optional<Budget> budget,
      Labels labels,
      Optional<String> traceParent,
      List<String> parties) {

    static final Options DEFAULT =
        new Options(
            List.of(),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.empty(),
            Labels.NONE,
            Optional.empty(),
            List.of());

    public Options {
      tools = List.copyOf(tools);
      parties = List.copyOf(parties);
      if (Math.abs(priority) > MAX_PRIORITY) {
        throw new IllegalArgumentException(
            "priority must be a whole number from -%d to %d, not %d"
                .formatted(MAX_PRIORITY, MAX_PRIORITY, priority));
      }
    }
  }

  /**
   * Creates a durable run with default priority, no pinned tools and an unknown submitter's role.
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
        new AgentRef(agent, agentVersion),
        input,
        workspace,
        new Requester(submittedBy, Optional.empty()),
        Options.DEFAULT);
  }

  private NewRun with(Options other) {
    return new NewRun(id, tenant, agent, input, workspace, submitter, other);
  }

  /** Returns the run with the tools that it pins. */
  public NewRun keeping(List<PinnedTool> tools) {
    return with(
        new Options(
            tools,
            options.inMemoryOn,
            options.priority,
            options.delegation,
            options.budget,
            options.labels,
            options.traceParent,
            options.parties));
  }

  /** Returns the run as one that is not durable: its journal is in this server start's memory. */
  public NewRun inMemoryOf(String start) {
    return with(
        new Options(
            options.tools,
            Optional.of(start),
            options.priority,
            options.delegation,
            options.budget,
            options.labels,
            options.traceParent,
            options.parties));
  }

  public NewRun withPriority(int priority) {
    return with(
        new Options(
            options.tools,
            options.inMemoryOn,
            priority,
            options.delegation,
            options.budget,
            options.labels,
            options.traceParent,
            options.parties));
  }

  /** Returns the run as a child run that works for a call. */
  public NewRun asChildOf(Delegation call) {
    return with(
        new Options(
            options.tools,
            options.inMemoryOn,
            options.priority,
            Optional.of(call),
            options.budget,
            options.labels,
            options.traceParent,
            options.parties));
  }

  /** Returns the run with what it may spend, instead of what its agent says. */
  public NewRun within(Optional<Budget> budget) {
    return with(
        new Options(
            options.tools,
            options.inMemoryOn,
            options.priority,
            options.delegation,
            budget,
            options.labels,
            options.traceParent,
            options.parties));
  }

  /** Returns the run with what it is marked with. */
  public NewRun labelled(Labels labels) {
    return with(
        new Options(
            options.tools,
            options.inMemoryOn,
            options.priority,
            options.delegation,
            options.budget,
            labels,
            options.traceParent,
            options.parties));
  }

  /** Returns the run with the span in which it is submitted. */
  public NewRun tracedFrom(Optional<String> traceParent) {
    return with(
        new Options(
            options.tools,
            options.inMemoryOn,
            options.priority,
            options.delegation,
            options.budget,
            options.labels,
            traceParent,
            options.parties));
  }

  /** Returns the run as one that is attributed to these people, besides its submitter. */
  public NewRun attributedTo(List<String> people) {
    return with(
        new Options(
            options.tools,
            options.inMemoryOn,
            options.priority,
            options.delegation,
            options.budget,
            options.labels,
            options.traceParent,
            people.stream().filter(person -> !person.equals(submitter.name())).toList()));
  }

  /** Returns the run with the submitter's highest role, which its child runs get too. */
  public NewRun submittedAs(Optional<Role> role) {
    var known = new Requester(submitter.name(), role);
    return new NewRun(id, tenant, agent, input, workspace, known, options);
  }

  /**
   * Returns the start of this server whose memory is to have the journal; empty for the database.
   */
  public Optional<String> inMemoryOn() {
    return options.inMemoryOn;
  }

  /** Returns the call for which the run is to work, if it is a child run. */
  public Optional<Delegation> delegation() {
    return options.delegation;
  }
}

package dev.reprise.run.state;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The next state of a run while it is made of the one before, so that an event names what it
 * changes and nothing else. Lives within one {@link RunState#apply}.
 */
final class RunStateBuilder {

  final AgentDefinition agent;
  JsonValue input;
  String workspace;
  Optional<String> agentVersion;
  Optional<Submitter> submitter;
  Optional<List<PinnedTool>> tools;
  final Map<String, PhaseState> phases;
  int fallback;
  int iterations;
  Usage usage;
  Usage inherited;
  TotalCost cost;
  TotalCost inheritedCost;
  Optional<Instant> since;
  Optional<Instant> pausedAt;
  Attempts tries;
  int refusals;
  int errors;
  int storeFailures;
  long messages;
  Optional<Delegation> delegation;
  DelegatedUsage delegated;
  Optional<Outcome> outcome;

  RunStateBuilder(RunState before) {
    agent = before.agent();
    input = before.input();
    workspace = before.workspace();
    agentVersion = before.agentVersion();
    submitter = before.submitter();
    tools = before.tools();
    phases = new LinkedHashMap<>(before.phases());
    fallback = before.fallback();
    iterations = before.iterations();
    usage = before.usage();
    inherited = before.inherited();
    cost = before.cost();
    inheritedCost = before.inheritedCost();
    since = before.since();
    pausedAt = before.pausedAt();
    tries = before.tries();
    refusals = before.refusals();
    errors = before.errors();
    storeFailures = before.storeFailures();
    messages = before.messages();
    delegation = before.delegation();
    delegated = before.delegated();
    outcome = before.outcome();
  }

  /** Changes the work of each phase that is open. */
  void rework(UnaryOperator<PhaseProgress> change) {
    phases.replaceAll(
        (name, phase) ->
            phase instanceof PhaseState.Open(PhaseProgress work)
                ? new PhaseState.Open(change.apply(work))
                : phase);
  }

  RunState state() {
    return new RunState(
        agent,
        input,
        workspace,
        agentVersion,
        submitter,
        tools,
        phases,
        fallback,
        iterations,
        usage,
        inherited,
        cost,
        inheritedCost,
        since,
        pausedAt,
        tries,
        refusals,
        errors,
        storeFailures,
        messages,
        delegation,
        delegated,
        outcome);
  }
}

package dev.reprise.agent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Describes the differences between two versions of an agent. */
public final class AgentComparison {

  private final AgentDefinition before;
  private final AgentDefinition after;
  private final List<Difference> differences = new ArrayList<>();

  private AgentComparison(AgentDefinition before, AgentDefinition after) {
    this.before = before;
    this.after = after;
  }

  /** Returns the differences: first those of the agent, then those of its phases in order. */
  public static List<Difference> of(AgentDefinition before, AgentDefinition after) {
    var comparison = new AgentComparison(before, after);
    comparison.compareAgents();
    comparison.comparePhases();
    return comparison.differences;
  }

  private void compareAgents() {
    compare("description", "is another", before.description(), after.description());
    compareModels(before.models(), after.models());
    compare("systemPrompt", "is another", before.systemPrompt(), after.systemPrompt());
    RunPolicy policy = before.runPolicy();
    RunPolicy newPolicy = after.runPolicy();
    compare("input", "is another", before.inputSchema(), after.inputSchema());
    compare("compaction", "is another", policy.compaction(), newPolicy.compaction());
    compareLimits("limits", policy.limits(), newPolicy.limits());
    compare("retry", "is another", policy.retries(), newPolicy.retries());
    compare("grants", "are others", before.grants(), after.grants());
    compareNamed("onDenied: pause", policy.pausesIfDenied(), newPolicy.pausesIfDenied());
    compareNamed("record.bodies", policy.recordsContent(), newPolicy.recordsContent());
  }

  private void compareModels(ModelChain models, ModelChain now) {
    ModelChoice first = models.first();
    ModelChoice newFirst = now.first();
    compareNamed("model.provider", first.provider(), newFirst.provider());
    compareNamed("model.name", first.name(), newFirst.name());
    compare("model", "has other options", first.options(), newFirst.options());
    compare("model.fallbacks", "are others", models.fallbacks(), now.fallbacks());
  }

  private void comparePhases() {
    Set<String> names = names(before);
    Set<String> newNames = names(after);
    for (Phase phase : before.phases()) {
      if (newNames.contains(phase.name())) {
        compare(phase, after.phase(phase.name()));
      } else {
        add("phases." + phase.name(), "is not there");
      }
    }
    for (Phase phase : after.phases()) {
      if (!names.contains(phase.name())) {
        add("phases." + phase.name(), "is new");
      }
    }
    if (names.equals(newNames)) {
      compare("phases", "are in another order", List.copyOf(names), List.copyOf(newNames));
    }
  }

  private void compare(Phase phase, Phase now) {
    String at = "phases." + phase.name();
    compare(at + ".prompt", "is another", phase.prompt(), now.prompt());
    compareTools(at + ".tools", phase.tools(), now.tools());
    compareNamed(at + ".critical", phase.critical(), now.critical());
    compareNamed(at + ".allowEmptyAnswer", phase.allowsEmptyAnswer(), now.allowsEmptyAnswer());
    compare(at + ".output", "is another", phase.output(), now.output());
    compareLimits(at + ".limits", phase.limits(), now.limits());
  }

  private void compareTools(String at, List<String> tools, List<String> now) {
    now.stream().filter(tool -> !tools.contains(tool)).forEach(tool -> add(at, "gain " + tool));
    tools.stream().filter(tool -> !now.contains(tool)).forEach(tool -> add(at, "lose " + tool));
  }

  private void compareLimits(String at, Limits limits, Limits now) {
    compareNamed(at + ".maxIterations", limits.maxIterations(), now.maxIterations());
    compareNamed(at + ".deadline", limits.deadline(), now.deadline());
  }

  private void compareNamed(String at, Object value, Object now) {
    compare(at, "is %s, not %s".formatted(now, value), value, now);
  }

  private void compare(String at, String message, Object value, Object now) {
    if (!value.equals(now)) {
      add(at, message);
    }
  }

  private void add(String at, String message) {
    differences.add(new Difference(at, message));
  }

  private static Set<String> names(AgentDefinition agent) {
    Set<String> names = new LinkedHashSet<>();
    agent.phases().forEach(phase -> names.add(phase.name()));
    return names;
  }
}

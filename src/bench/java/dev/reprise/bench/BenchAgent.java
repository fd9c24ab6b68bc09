package dev.reprise.bench;

import java.nio.file.Path;

/**
 * An agent of one phase.
 *
 * @param tool the tool that each iteration calls
 * @param iterations tool calls before the answer
 * @param textBytes length of the model's text in each iteration
 * @param delayMillis how long the model thinks each time
 * @param gate a file without which the model does not answer; empty for none
 * @param isCompacted whether its transcript is compacted, at the default size
 * @param isLimited whether its runs have a budget, which is never reached
 */
record BenchAgent(
    String name,
    String tool,
    int iterations,
    int textBytes,
    int delayMillis,
    String gate,
    boolean isCompacted,
    boolean isLimited) {

  /** Returns an agent whose model says nothing and takes no time. */
  static BenchAgent calling(String tool, int iterations) {
    String name = tool.replace('_', '-') + "-" + iterations;
    return new BenchAgent(name, tool, iterations, 0, 0, "", false, false);
  }

  /** Returns this agent with a model whose text has this length each time. */
  BenchAgent saying(int bytes) {
    return new BenchAgent(name, tool, iterations, bytes, delayMillis, gate, isCompacted, isLimited);
  }

  /** Returns this agent with a model that thinks for this long each time. */
  BenchAgent thinking(int millis) {
    return new BenchAgent(name, tool, iterations, textBytes, millis, gate, isCompacted, isLimited);
  }

  /** Returns this agent with a model that answers once this file exists. */
  BenchAgent answeringOnce(Path file) {
    return new BenchAgent(
        name, tool, iterations, textBytes, delayMillis, file.toString(), isCompacted, isLimited);
  }

  /** Returns an agent like this one whose transcript is compacted. */
  BenchAgent compacted() {
    return new BenchAgent(
        name + "-compacted", tool, iterations, textBytes, delayMillis, gate, true, isLimited);
  }

  /** Returns an agent like this one whose runs have a budget. */
  BenchAgent limited() {
    return new BenchAgent(
        name + "-limited", tool, iterations, textBytes, delayMillis, gate, isCompacted, true);
  }

  /** Returns the agent as its author would write it. */
  String document() {
    return """
        name: %s
        tenants: "*"
        description: Makes %d calls of one tool.
        tools: [%s]
        limits: {maxIterations: 10000, deadline: P1D}
        phases:
          - {name: only, prompt: go, limits: {maxIterations: 10000, deadline: P1D}}
        %s
        %s
        model:
          provider: bench
          iterations: %d
          tool: %s
          textBytes: %d
          delayMillis: %d
          gate: "%s"
        """
        .formatted(
            name,
            iterations,
            tool,
            isCompacted ? "compaction: {}" : "",
            isLimited ? "budget: {usd: 1000, tokens: 1000000000, toolCalls: 100000}" : "",
            iterations,
            tool,
            textBytes,
            delayMillis,
            gate);
  }
}

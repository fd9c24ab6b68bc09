package dev.reprise.definition;

import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import java.util.List;
import java.util.Set;

/** The reader and the documents of this package's tests. */
public final class Documents {

  /** A server with two tools and the scripted model. */
  static final ServerCapabilities HERE =
      new ServerCapabilities(Set.of("look", "write"), new ChatModels(List.of(new ScriptedModel())));

  /** A valid agent. */
  static final String GOOD =
      """
      name: clerk
      description: Looks and writes.
      model:
        provider: scripted
        script:
          first:
            - calls: [{id: seen, tool: look, arguments: {n: 1.50}}]
            - text: "{{calls.seen}}"
          second: [{text: done}]
      tools: [look, write]
      phases:
        - name: first
          prompt: Look at {{input.what.0}}.
          tools: [look]
        - name: second
          prompt: Write {{phases.first.output}}.
          critical: false
          limits: {maxIterations: 3, deadline: PT1M}
      limits: {deadline: P1D}
      """;

  private Documents() {}

  public static AgentReader reader() {
    return new AgentReader();
  }

  /** Returns the good document with its name replaced. */
  static String named(String name) {
    return GOOD.replace("name: clerk", "name: " + name);
  }
}

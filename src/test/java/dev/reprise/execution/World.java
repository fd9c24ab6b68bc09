package dev.reprise.execution;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What tools do things to: counts effects by idempotency key, and outlives any engine. */
final class World {

  private final Map<String, Integer> runs = new ConcurrentHashMap<>();
  private final Set<String> kept = ConcurrentHashMap.newKeySet();

  /**
   * @param effects calls whose effects are there before any tool is run
   */
  World(Set<String> effects) {
    kept.addAll(effects);
  }

  /** Returns one tool of each effect class, each of which fails when told so. */
  Collection<Tool> tools() {
    return List.of(
        tool("look", EffectClass.READ_ONLY),
        tool("put", EffectClass.IDEMPOTENT),
        tool("add", EffectClass.ONCE),
        new Payment(declaration("pay", EffectClass.RECONCILABLE)));
  }

  /** Returns how often a tool was really run for a call. */
  int runsOf(String idempotencyKey) {
    return runs.getOrDefault(idempotencyKey, 0);
  }

  Set<String> calls() {
    return runs.keySet();
  }

  private Tool tool(String name, EffectClass effect) {
    ToolDeclaration declaration = declaration(name, effect);
    return new Tool() {
      @Override
      public ToolDeclaration declaration() {
        return declaration;
      }

      @Override
      public ToolOutcome call(ToolRequest request) {
        return run(declaration, request);
      }
    };
  }

  private static ToolDeclaration declaration(String name, EffectClass effect) {
    return new ToolDeclaration(
        name,
        "for tests",
        new JsonValue(
            """
            {"type":"object","properties":{"fail":{"type":"boolean"}},"required":["fail"]}"""),
        effect,
        false,
        "test",
        Set.of(),
        Duration.ofSeconds(30));
  }

  private ToolOutcome run(ToolDeclaration tool, ToolRequest request) {
    if (request.arguments().get("fail").booleanValue()) {
      return ToolOutcome.failed("told_to_fail", "as the test wished");
    }
    if (kept.add(request.idempotencyKey()) || tool.effect() != EffectClass.IDEMPOTENT) {
      runs.merge(request.idempotencyKey(), 1, Integer::sum);
    }
    return new ToolOutcome.Succeeded(content(tool, request));
  }

  private static String content(ToolDeclaration tool, ToolRequest request) {
    return tool.name() + " {{input.topic}} " + request.idempotencyKey().length();
  }

  /** Can be asked whether it happened. */
  private final class Payment implements ReconcilableTool {

    private final ToolDeclaration declaration;

    Payment(ToolDeclaration declaration) {
      this.declaration = declaration;
    }

    @Override
    public ToolDeclaration declaration() {
      return declaration;
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      return run(declaration, request);
    }

    @Override
    public Reconciliation reconcile(ToolRequest request) {
      return kept.contains(request.idempotencyKey())
          ? new Reconciliation.Happened(content(declaration, request))
          : new Reconciliation.DidNotHappen();
    }
  }
}

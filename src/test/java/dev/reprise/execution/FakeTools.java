package dev.reprise.execution;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.platform.Json;
import dev.reprise.tool.AgentRequiredException;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCatalogue;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Tools whose effects are counted by idempotency key. The counts outlive any engine. */
public final class FakeTools implements FakeDelegations.ChildRuns {

  /** How a call ends, as its argument says. */
  enum Mood {
    FINE,
    /** The tool refuses. */
    FAILS,
    /** The effect happens, but the first attempt ends with an unknown outcome. */
    LOST,
    /** The first attempt ends with an unknown outcome, and without the effect. */
    UNSURE,
    /** Like LOST, and the tool cannot tell the outcome when it is first asked. */
    VAGUE,
    /** The first two attempts fail because the tool is overloaded. */
    BUSY,
    /** Every attempt fails because the tool is overloaded. */
    SWAMPED,
    /** An agent must do something first, and then another. */
    HELPED
  }

  private static final int REFUSALS = 2;

  /** The image that the reading tool returns. */
  static final Block.Image SEEN = new Block.Image("workspace:tide.png", "image/png");

  private static final Map<String, EffectClass> TOOLS =
      Map.of(
          "look", EffectClass.READ_ONLY,
          "put", EffectClass.IDEMPOTENT,
          "add", EffectClass.ONCE,
          "pay", EffectClass.RECONCILABLE);

  /** The tools' description when a run starts, and after the server's upgrade. */
  public static final String BEGINNING = "for tests";

  static final String UPGRADE = "for tests, since the upgrade";

  private static final Map<String, List<PinnedTool>> PINS = new ConcurrentHashMap<>();

  private final Map<String, Integer> effects = new ConcurrentHashMap<>();
  private final Map<String, Integer> starts = new ConcurrentHashMap<>();
  private final Map<String, Integer> refusals = new ConcurrentHashMap<>();
  private final Set<UUID> children = ConcurrentHashMap.newKeySet();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private final Set<String> run = ConcurrentHashMap.newKeySet();

  /**
   * Returns the tools as a run has left them that was cut off.
   *
   * @param happened whether the calls in flight had their effect
   */
  static FakeTools after(RecordedCalls record, boolean happened) {
    var tools = new FakeTools();
    tools.starts.putAll(record.starts());
    tools.refusals.putAll(record.failures());
    tools.asked.addAll(record.inquired());
    record.succeeded().forEach(key -> tools.happen(key, record.call(key)));
    record.children(happened).forEach(tools::submit);
    if (happened) {
      record.inFlight().forEach(key -> tools.happen(key, record.call(key)));
    }
    return tools;
  }

  private void happen(String key, ToolCall call) {
    EffectClass effect = TOOLS.getOrDefault(call.tool(), EffectClass.READ_ONLY);
    if (effect != EffectClass.READ_ONLY && !isRefused(key, mood(call.arguments()))) {
      effects.merge(key, 1, Integer::sum);
    }
  }

  /** Returns whether a call of unknown outcome cannot have had its effect. */
  private boolean isRefused(String key, Mood mood) {
    return mood == Mood.FAILS
        || mood == Mood.SWAMPED
        || (mood == Mood.BUSY && refusals.getOrDefault(key, 0) < REFUSALS);
  }

  private static Mood mood(JsonValue arguments) {
    return Mood.valueOf(Json.read(arguments.text()).path("mood").asText());
  }

  /** Returns the effect class of a tool, if there is one of this name. */
  static Optional<EffectClass> effectOf(String tool) {
    return Optional.ofNullable(TOOLS.get(tool));
  }

  /** Returns one tool of each effect class, with this description. */
  public Collection<Tool> describedAs(String description) {
    return TOOLS.entrySet().stream()
        .map(tool -> tool(declaration(tool.getKey(), description, tool.getValue())))
        .toList();
  }

  /** Returns what a run pins of the tools with this description. */
  static List<PinnedTool> pins(String description) {
    return PINS.computeIfAbsent(
        description,
        it -> {
          ToolCatalogue catalogue = ToolFixture.catalogue(new FakeTools().describedAs(it));
          return catalogue.granted("default", catalogue.names("default")).pins();
        });
  }

  /** Submits a child run, unless it was submitted before; returns whether it was not. */
  @Override
  public boolean submit(UUID child) {
    boolean submitted = children.add(child);
    if (submitted) {
      effects.merge("child " + child, 1, Integer::sum);
    }
    return submitted;
  }

  @Override
  public boolean isSubmitted(UUID child) {
    return children.contains(child);
  }

  /** A submitted child run has ended at the next query. */
  @Override
  public boolean hasEnded(UUID child) {
    return true;
  }

  /** Returns how often each call had its effect, by idempotency key. */
  Map<String, Integer> effects() {
    return Map.copyOf(effects);
  }

  /** Returns the idempotency keys of the calls that were made here. */
  Set<String> run() {
    return Set.copyOf(run);
  }

  /** Returns the result of a call, if the call had its effect. */
  Optional<String> effect(String tool, String key) {
    return effects.containsKey(key) ? Optional.of(content(tool, key)) : Optional.empty();
  }

  private Tool tool(ToolDeclaration declaration) {
    return declaration.effect() == EffectClass.RECONCILABLE
        ? new Askable(declaration)
        : new Plain(declaration);
  }

  private static ToolDeclaration declaration(String name, String description, EffectClass effect) {
    return ToolDeclaration.named(name, effect)
        .describedAs(description)
        .taking(new JsonValue("{\"type\":\"object\",\"required\":[\"mood\"]}"))
        .in("test")
        .build();
  }

  private ToolOutcome run(ToolDeclaration tool, ToolRequest request)
      throws OutcomeUnknownException, AgentRequiredException {
    String key = request.idempotencyKey();
    run.add(key);
    request.progress().cost(new BigDecimal("0.0001"));
    boolean first = starts.merge(key, 1, Integer::sum) == 1;
    return switch (mood(new JsonValue(request.arguments().toString()))) {
      case FAILS -> ToolOutcome.failed("told_to_fail", "as the test requested");
      case SWAMPED -> ToolOutcome.failed("overloaded", "swamped");
      case UNSURE -> first ? lost(tool) : done(tool, key);
      case LOST, VAGUE -> {
        ToolOutcome done = done(tool, key);
        yield first ? lost(tool) : done;
      }
      case BUSY ->
          refusals.merge(key, 1, Integer::sum) <= REFUSALS
              ? ToolOutcome.failed("overloaded", "busy")
              : done(tool, key);
      case HELPED -> {
        if (request.answers().size() < 2) {
          throw new AgentRequiredException(
              "help_needed", "it needs help", new AgentTask("other", JsonValue.EMPTY_OBJECT));
        }
        request
            .progress()
            .ran(
                new CodeRun(
                    "helper", "run", new UUID(0, 1), CodeRun.Source.GENERATED, Optional.empty()));
        yield done(tool, key);
      }
      case FINE -> done(tool, key);
    };
  }

  private ToolOutcome done(ToolDeclaration tool, String key) {
    switch (tool.effect()) {
      case READ_ONLY -> {}
      case IDEMPOTENT -> effects.putIfAbsent(key, 1);
      case RECONCILABLE, ONCE -> effects.merge(key, 1, Integer::sum);
    }
    return tool.effect() == EffectClass.READ_ONLY
        ? new ToolOutcome.Succeeded(content(tool.name(), key), List.of(SEEN))
        : new ToolOutcome.Succeeded(content(tool.name(), key));
  }

  private static ToolOutcome lost(ToolDeclaration tool) throws OutcomeUnknownException {
    throw new OutcomeUnknownException(tool.name(), "the line went dead");
  }

  private static String content(String tool, String key) {
    return tool + " {{input.topic}} " + key.length();
  }

  private class Plain implements Tool {

    private final ToolDeclaration declaration;

    Plain(ToolDeclaration declaration) {
      this.declaration = declaration;
    }

    @Override
    public ToolDeclaration declaration() {
      return declaration;
    }

    @Override
    public ToolOutcome call(ToolRequest request)
        throws OutcomeUnknownException, AgentRequiredException {
      return run(declaration, request);
    }
  }

  private final class Askable extends Plain implements ReconcilableTool {

    Askable(ToolDeclaration declaration) {
      super(declaration);
    }

    @Override
    public Reconciliation reconcile(ToolRequest request) throws IOException {
      String key = request.idempotencyKey();
      boolean first = asked.add(key);
      if (first && mood(new JsonValue(request.arguments().toString())) == Mood.VAGUE) {
        throw new IOException("the ledger is closed");
      }
      return effect(declaration().name(), key)
          .<Reconciliation>map(Reconciliation.Happened::new)
          .orElseGet(Reconciliation.DidNotHappen::new);
    }
  }
}

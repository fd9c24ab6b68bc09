package dev.reprise.execution.tool;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.RecordingModel;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelRequest;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import dev.reprise.tool.policy.TestProfile;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A run of the real engine whose calls of the tool {@code pay}, which cost 0.60 USD each unless set
 * otherwise, wait for people. Each claim is that of a new server, which knows nothing but the
 * record.
 */
final class ApprovalScene implements AutoCloseable {

  private static final JsonValue SCHEMA =
      new JsonValue(
          """
          {"type": "object", "additionalProperties": false, "required": ["n"],
           "properties": {"n": {"type": "integer", "maximum": 99},
             "items": {"type": "array", "items": {"type": "integer"}}}}""");

  final ManualClock clock = new ManualClock(Engine.START);
  final MemoryJournal journal = Engine.submitted(List.of());
  final AgentDefinition agent;

  /** What a call of {@code pay} is declared to cost, in USD. */
  String cost = "0.6";

  /** What each item of a call adds to that. */
  String costPerItem = "0";

  /** What a call of {@code pay} says that it did cost; nothing if empty. */
  Optional<BigDecimal> reported = Optional.empty();

  /** What the installed version of {@code pay} says of itself. */
  String description = "pays";

  CostLimits limits = CostLimits.DEFAULT;
  int quorum = 1;
  TestProfile testProfile = new TestProfile(TestConfig.empty());

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final RecordingModel model = new RecordingModel();
  private final List<String> made = new CopyOnWriteArrayList<>();

  /**
   * @param replies of the scripted model
   */
  ApprovalScene(String replies) {
    this(replies, false);
  }

  /**
   * @param pausesIfDenied whether the agent has the run pause when a person denies a call
   */
  ApprovalScene(String replies, boolean pausesIfDenied) {
    this.agent =
        Agents.agent("clerk")
            .provider(
                "scripted", new JsonValue("{\"script\": {\"only\": [%s]}}".formatted(replies)))
            .phase("only", new Limits(9, Duration.ofDays(1)), "pay")
            .pausesIfDenied(pausesIfDenied)
            .build();
  }

  /** Returns a reply with one call of {@code pay}. */
  static String paying(int n) {
    return "{\"calls\": [{\"id\": \"c1\", \"tool\": \"pay\", \"arguments\": {\"n\": %d}}]}"
        .formatted(n);
  }

  /** Records events, and has a new server claim the run and work on it until it must wait. */
  void work(RunEvent... before) {
    for (RunEvent event : before) {
      record(event);
    }
    ActiveRun run = claimed();
    run.append(new LifecycleEvent.Admitted("here", clock.instant()));
    try {
      new EngineFixture(clock, model)
          .tools(pay())
          .costGates(new CostGates(limits))
          .quorum(quorum)
          .testProfile(testProfile)
          .loop()
          .work(run, new Worker(run, run::stopCause, executor, clock));
    } catch (Exception e) {
      throw new IllegalStateException("the run cannot be worked on", e);
    }
  }

  /** Records an event, as the row of an unclaimed run takes it. */
  void record(RunEvent event) {
    claimed().append(event);
  }

  private ActiveRun claimed() {
    return new ActiveRun(
        Leases.endless(new Claim(Engine.RUN, "default", journal.claim())),
        Optional.of(Role.OPERATOR),
        journal,
        ReplayedRun.from(journal, Engine.RUN, agent));
  }

  private Tool pay() {
    ToolDeclaration declaration =
        ToolDeclaration.named("pay", EffectClass.ONCE)
            .describedAs(description)
            .in("test")
            .taking(SCHEMA)
            .costing(CostHint.usd(new BigDecimal(cost), new BigDecimal(costPerItem)))
            .build();
    return new Tool() {
      @Override
      public ToolDeclaration declaration() {
        return declaration;
      }

      @Override
      public ToolOutcome call(ToolRequest request) {
        made.add(request.arguments().toString());
        reported.ifPresent(request.progress()::cost);
        return new ToolOutcome.Succeeded("paid");
      }
    };
  }

  HumanInputEvent denial(String by, String reason) {
    return decided(false, by, Optional.of(reason));
  }

  private HumanInputEvent decided(boolean approved, String by, Optional<String> reason) {
    return new HumanInputEvent.Decided(
        "only", iteration(), "c1", approved, by, clock.instant(), reason, Optional.of(digest()));
  }

  HumanInputEvent approval(String by) {
    return decided(true, by, Optional.empty());
  }

  HumanInputEvent assignment(String by, String to) {
    return new HumanInputEvent.Assigned(
        "only",
        iteration(),
        "c1",
        to,
        by,
        clock.instant(),
        Optional.empty(),
        Optional.of(digest()));
  }

  /** Returns an approval that also allows later calls of the tool. */
  HumanInputEvent standing(String by, String upTo) {
    return new HumanInputEvent.Allowed(
        "only",
        iteration(),
        "c1",
        new BigDecimal(upTo),
        by,
        clock.instant(),
        Optional.empty(),
        Optional.of(digest()));
  }

  /** Returns an edit of the call as it is now. */
  HumanInputEvent.Edited edit(String by, String arguments) {
    var changed = new JsonValue(arguments);
    return new HumanInputEvent.Edited(
        "only",
        iteration(),
        "c1",
        new HumanInputEvent.Edited.Change(changed, call().digestWith(changed)),
        by,
        clock.instant(),
        Optional.empty(),
        Optional.of(digest()));
  }

  /** Returns the digest that names the call now. */
  String digest() {
    return call().digest();
  }

  ToolCallState call() {
    return state().call("c1").orElseThrow();
  }

  private int iteration() {
    return state().openPhase().orElseThrow().work().iteration();
  }

  RunState state() {
    return ReplayedRun.from(journal, Engine.RUN, agent).state();
  }

  /** Returns the arguments with which the tool was called, in order. */
  List<String> made() {
    return List.copyOf(made);
  }

  List<ToolCallEvent.Asked> asked() {
    return all(ToolCallEvent.Asked.class);
  }

  /** Returns the newest result that the model was given. */
  ToolOutcome told() {
    return ((Message.ToolResult) lastRequest().transcript().last()).outcome();
  }

  ModelRequest lastRequest() {
    return model.requests().getLast();
  }

  <T extends RunEvent> List<T> all(Class<T> type) {
    return journal.events().stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}

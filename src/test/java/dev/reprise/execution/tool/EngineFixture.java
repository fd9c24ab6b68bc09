package dev.reprise.execution.tool;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.artifact.call.KnownTools;
import dev.reprise.artifact.store.ArtifactStore;
import dev.reprise.budget.DayBudgetSettings;
import dev.reprise.budget.DayBudgets;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Leases;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.ToolGateway;
import dev.reprise.execution.budget.BudgetSteps;
import dev.reprise.execution.budget.LostModelCalls;
import dev.reprise.execution.budget.ModelCallEstimates;
import dev.reprise.execution.budget.ModelCallQuestions;
import dev.reprise.execution.guard.BreakerProfiles;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.execution.guard.SharedQuotas;
import dev.reprise.execution.model.CompactionSteps;
import dev.reprise.execution.model.GuardedModels;
import dev.reprise.execution.model.ModelFallback;
import dev.reprise.execution.model.ModelGate;
import dev.reprise.execution.model.ModelRequests;
import dev.reprise.execution.model.ModelRetries;
import dev.reprise.execution.model.ModelSteps;
import dev.reprise.execution.model.PrepaidCalls;
import dev.reprise.execution.model.ReplyOutcomes;
import dev.reprise.execution.phase.LoopSteps;
import dev.reprise.execution.phase.MessageSteps;
import dev.reprise.execution.phase.OutputSteps;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.phase.PhaseStart;
import dev.reprise.execution.phase.RetrySteps;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ReplyStreams;
import dev.reprise.model.catalogue.BatchModels;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.price.Prices;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.inbox.PrepaidReplies;
import dev.reprise.queue.inbox.UnreadMessages;
import dev.reprise.queue.row.Claim;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.LiveCallProgress;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.policy.ApprovalPolicy;
import dev.reprise.tool.policy.ApprovalQuorum;
import dev.reprise.tool.policy.ApprovalTimeout;
import dev.reprise.tool.policy.CallCosts;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import dev.reprise.tool.policy.TestProfile;
import dev.reprise.tool.policy.ToolPolicy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Builds the real phase loop without a container.
 *
 * <p>Defaults: no tools but the control tools, the server's default tool policy, breakers that
 * never open, no delegations, no messages, a decider with a limit of 3 attempts and without loop
 * guard, waits that release the run at once, and a fallback after a minute.
 */
public final class EngineFixture {

  private static final String NEVER = Integer.toString(Integer.MAX_VALUE);

  /** Breakers that never open, so that no test depends on the failures of another one. */
  private static final BreakerProfiles NEVER_OPEN =
      new BreakerProfiles(
          TestConfig.of(
              Map.of(
                  "reprise.breaker.tool.failures", NEVER,
                  "reprise.breaker.model.failures", NEVER,
                  "reprise.breaker.workflow.failures", NEVER)));

  /** The breakers of a server that configures none. */
  public static final BreakerProfiles DEFAULT_BREAKERS = new BreakerProfiles();

  /** Read once, as by a server. */
  private static final Duration APPROVAL_TIMEOUT = Duration.ofMinutes(5);

  private static final Prices PRICES = Prices.builtIn();

  private final Clock clock;
  private final ChatModel model;

  private ToolCatalogue catalogue = ToolFixture.catalogue(List.of());
  private Function<ToolCatalogue, ToolCaller> caller = ToolFixture::caller;
  private ToolPolicy policy = ToolFixture.policy();
  private RetrySettings retries = retries(Duration.ZERO, () -> 0);
  private BreakerProfiles breakers = NEVER_OPEN;
  private DelegationSteps delegations = new NoDelegations();
  private UnreadMessages messages = (run, number) -> List.of();
  private Decider decider = new Decider(3, new LoopLimits(0, 0, 0));
  private Duration maxWait = Duration.ofMinutes(1);
  private Optional<Duration> summaryLimit = Optional.empty();
  private Prices prices = PRICES;
  private DayBudgetSettings dayBudgets = DayBudgetSettings.NONE;
  private CostGates costGates = new CostGates(CostLimits.DEFAULT);
  private int quorum = 1;
  private final KillSwitches switches =
      new KillSwitches(new Database(TestDatabases.derby()), System::nanoTime);
  private final KnownTools knownTools =
      new KnownTools(
          new ArtifactStore(new Database(TestDatabases.derby()), Clock.systemUTC()),
          switches,
          TestConfig.empty(),
          Clock.systemUTC());
  private TestProfile testProfile = new TestProfile(TestConfig.empty());

  private PrepaidCalls prepaid =
      new PrepaidCalls(
          new BatchModels(List.of()),
          new PrepaidReplies(
              new Database(TestDatabases.derby()),
              new TextEncryption(KeySource.of(KeyRing.EMPTY))));

  public EngineFixture(Clock clock, ChatModel model) {
    this.clock = clock;
    this.model = model;
  }

  /**
   * Returns the server's default retries.
   *
   * @param parkAfter how long a wait may keep a thread
   * @param random spreads waits
   */
  public static RetrySettings retries(Duration parkAfter, RandomGenerator random) {
    return new RetrySettings(
        RetryPolicy.TRANSPORT,
        RetryPolicy.TOOL,
        RetryPolicy.WORKFLOW,
        RetryPolicy.RECONCILIATION,
        parkAfter,
        random);
  }

  public EngineFixture tools(Tool... tools) {
    return tools(List.of(tools));
  }

  public EngineFixture tools(Collection<? extends Tool> tools) {
    return catalogue(ToolFixture.catalogue(tools));
  }

  public EngineFixture catalogue(ToolCatalogue tools) {
    catalogue = tools;
    return this;
  }

  public EngineFixture caller(Function<ToolCatalogue, ToolCaller> factory) {
    caller = factory;
    return this;
  }

  public EngineFixture policy(ToolPolicy rules) {
    policy = rules;
    return this;
  }

  public EngineFixture retries(RetrySettings settings) {
    retries = settings;
    return this;
  }

  public EngineFixture breakers(BreakerProfiles profiles) {
    breakers = profiles;
    return this;
  }

  public EngineFixture delegations(DelegationSteps steps) {
    delegations = steps;
    return this;
  }

  public EngineFixture messages(UnreadMessages inbox) {
    messages = inbox;
    return this;
  }

  public EngineFixture decider(Decider decisions) {
    decider = decisions;
    return this;
  }

  /** Sets the longest wait for a model before the next one is called. */
  public EngineFixture fallbackAfter(Duration wait) {
    maxWait = wait;
    return this;
  }

  public EngineFixture costGates(CostGates gates) {
    costGates = gates;
    return this;
  }

  /** Sets how many people must approve a call. */
  public EngineFixture quorum(int people) {
    quorum = people;
    return this;
  }

  /** Sets who approves calls: people, or in tests the server. */
  public EngineFixture testProfile(TestProfile profile) {
    testProfile = profile;
    return this;
  }

  /** Sets how long a summary may take. */
  public EngineFixture summaryLimit(Duration limit) {
    summaryLimit = Optional.of(limit);
    return this;
  }

  public EngineFixture dayBudgets(DayBudgetSettings limits) {
    dayBudgets = limits;
    return this;
  }

  /** Sets which calls need not be made. */
  public EngineFixture prepaid(PrepaidCalls calls) {
    prepaid = calls;
    return this;
  }

  public EngineFixture prices(Prices list) {
    prices = list;
    return this;
  }

  public PhaseLoop loop() {
    var costs = new CallCosts(policy);
    var shared = new SharedBreakers(breakers, new Database(TestDatabases.derby()), clock);
    GuardedModels models = Gateways.guarded(new ChatModels(List.of(model)), shared);
    var quotas = new SharedQuotas(new Database(TestDatabases.derby()), clock);
    var gate = new ModelGate(switches, quotas, clock);
    var modelRetries = new ModelRetries(retries, quotas, clock);
    return new PhaseLoop(
        decider,
        clock,
        new PhaseStart(knownTools, clock),
        new MessageSteps(messages),
        new BudgetSteps(
            new ModelCallEstimates(prices),
            costGates,
            new ModelCallQuestions(
                new ApprovalQuorum(quorum),
                new ApprovalTimeout(APPROVAL_TIMEOUT),
                testProfile,
                clock),
            new DayBudgets(
                dayBudgets, tenant -> Map.of(), new Database(TestDatabases.derby()), clock),
            catalogue,
            costs,
            clock),
        modelSteps(models, gate, modelRetries),
        summaryLimit
            .map(limit -> compactions(models, gate, modelRetries, limit))
            .orElseGet(() -> compactions(models, gate, modelRetries, Duration.ofMinutes(5))),
        toolSteps(shared, costs),
        new ReconcileSteps(caller.apply(catalogue), workspaces(), retries, clock),
        new ControlSteps(catalogue, gate(costs), approvals(), delegations, clock),
        delegations,
        new RetrySteps(retries, clock),
        new LoopSteps(),
        new OutputSteps(Redaction.none()));
  }

  /** Returns what records the calls of lost servers. */
  public LostModelCalls lostCalls() {
    return new LostModelCalls(decider, new ModelCallEstimates(prices), clock);
  }

  private ModelSteps modelSteps(GuardedModels models, ModelGate gate, ModelRetries modelRetries) {
    var fallback = new ModelFallback(maxWait, Redaction.none());
    return new ModelSteps(
        prepaid,
        models,
        new ReplyStreams(Redaction.none()),
        new ModelRequests(catalogue, decider, Redaction.none(), clock),
        gate,
        new ReplyOutcomes(modelRetries, fallback, prices, Redaction.none(), clock));
  }

  private CompactionSteps compactions(
      GuardedModels models, ModelGate gate, ModelRetries modelRetries, Duration limit) {
    return new CompactionSteps(models, gate, modelRetries, prices, Redaction.none(), clock, limit);
  }

  /** Returns the tool steps alone. */
  public ToolSteps toolSteps() {
    return toolSteps(
        new SharedBreakers(breakers, new Database(TestDatabases.derby()), clock),
        new CallCosts(policy));
  }

  private ToolSteps toolSteps(SharedBreakers shared, CallCosts costs) {
    ToolCaller calls = caller.apply(catalogue);
    Workspaces workspaces = workspaces();
    var policies = new CallPolicies(catalogue, policy, TestConfig.empty(), clock);
    return new ToolSteps(
        new CallPreconditions(catalogue, calls, gate(costs), workspaces, approvals()),
        catalogue,
        workspaces,
        new ToolAttempts(
            calls,
            new ToolGateway(calls, Gateways.TOOLS, Gateways.SPANS),
            policies,
            new CallOutcomes(
                new ToolRetries(policy, retries, clock),
                policies,
                costs,
                delegations,
                Redaction.none()),
            shared,
            new LiveCallProgress(Redaction.none()),
            clock));
  }

  private ToolGate gate(CallCosts costs) {
    var approvals =
        new ApprovalPolicy(
            policy,
            costs,
            costGates,
            new ApprovalQuorum(quorum),
            new ApprovalTimeout(APPROVAL_TIMEOUT));
    return new ToolGate(catalogue, policy, approvals, switches::onToolCall);
  }

  private ApprovalQuestions approvals() {
    return new ApprovalQuestions(testProfile, clock);
  }

  private static Workspaces workspaces() {
    return ToolFixture.workspaces("here", Path.of("src").toAbsolutePath());
  }

  /** Claims the run of a journal, as a job does. */
  public static ActiveRun claim(MemoryJournal journal, AgentDefinition agent, Clock clock) {
    return claim(journal, agent, "default", clock);
  }

  /** Claims the run of a journal for a tenant, as a job does. */
  public static ActiveRun claim(
      MemoryJournal journal, AgentDefinition agent, String tenant, Clock clock) {
    var claim = new Claim(journal.run(), tenant, journal.claim());
    var run =
        new ActiveRun(
            Leases.endless(claim),
            Optional.empty(),
            journal,
            ReplayedRun.from(journal, journal.run(), agent));
    run.append(new LifecycleEvent.Admitted("here", clock.instant()));
    return run;
  }
}

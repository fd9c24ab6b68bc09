package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Role;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.Budget.OnExceeded;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.LimitCrossing.Kind;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.budget.DayBudgetSettings;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.budget.UnitLimits;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.model.price.Prices;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which calls a budget holds up, and what lets a run continue. */
@QuietLog
class BudgetAtWorkTest {

  /** With 1,000 tokens of output, each call is expected to cost a little more than 0.05 USD. */
  private static final Prices PRICES = PriceFixture.scripted("10", "50");

  private static final JsonValue TWO_CALLS =
      new JsonValue(
          """
          {"script": {"only": [
            {"calls": [
              {"id": "one", "tool": "buy", "arguments": {}},
              {"id": "two", "tool": "buy", "arguments": {}}]},
            {"text": "done"}]}}""");

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final MemoryJournal journal = Engine.submitted();
  private final AtomicInteger paid = new AtomicInteger();

  private Prices prices = PRICES;
  private Optional<BigDecimal> price = Optional.of(new BigDecimal("0.09"));
  private Optional<BigDecimal> reported = Optional.empty();
  private CostGates gates = new CostGates(CostLimits.DEFAULT);
  private DayBudgetSettings dayBudgets = DayBudgetSettings.NONE;

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void holdsUpAModelCallThatMayCostMoreThanIsLeft() throws Exception {
    AgentDefinition agent = agent(Budgets.usd("0.04"));

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);

    LimitCrossing crossing = crossing();
    assertThat(crossing.kind()).isEqualTo(Kind.RUN_USD);
    assertThat(crossing.limit()).isEqualByComparingTo("0.04");
    assertThat(crossing.spent()).isZero();
    assertThat(crossing.needed().orElseThrow()).isGreaterThanOrEqualTo(new BigDecimal("0.05"));
    assertThat(state(agent).consumption().iterations()).isZero();
  }

  @Test
  void letsARunContinueOnceAPersonHasRaisedTheBudget() throws Exception {
    AgentDefinition agent = agent(Budgets.usd("0.04"));
    work(agent);

    assertThat(work(agent, resumed()))
        .as("resumed as it was")
        .isInstanceOf(NextStep.AwaitBudget.class);
    var raised = new ControlEvent.BudgetSet("ana", Budgets.usd("1"));
    assertThat(work(agent, raised, resumed())).isInstanceOf(NextStep.CompletePhase.class);

    assertThat(paid).hasValue(2);
    assertThat(state(agent).budgetSpent().toolCalls()).isEqualTo(2);
  }

  @Test
  void countsWhatToolsDeclare() throws Exception {
    AgentDefinition agent = agent(Budgets.usd("0.19")); // two calls of 0.09 each

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);

    assertThat(paid).hasValue(2);
    LimitCrossing crossing = crossing(); // of the second model call
    assertThat(crossing.spent()).isGreaterThanOrEqualTo(new BigDecimal("0.18"));
  }

  @Test
  void makesNoneOfSeveralCallsThatDoNotAllFit() throws Exception {
    Budget oneCall = toolCalls(1, OnExceeded.PAUSE);

    assertThat(work(agent(oneCall))).isInstanceOf(NextStep.AwaitBudget.class);

    assertThat(paid).hasValue(0);
    assertThat(crossing())
        .isEqualTo(
            new LimitCrossing(
                Kind.RUN_TOOL_CALLS,
                BigDecimal.ONE,
                BigDecimal.ZERO,
                Optional.of(BigDecimal.TWO),
                Optional.empty()));
  }

  @Test
  void holdsUpAModelCallBeyondTheNumberOfCalls() throws Exception {
    AgentDefinition agent = agent(Budgets.modelCalls(1));

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);

    assertThat(crossing())
        .isEqualTo(
            new LimitCrossing(
                Kind.RUN_MODEL_CALLS,
                BigDecimal.ONE,
                BigDecimal.ONE,
                Optional.of(BigDecimal.ONE),
                Optional.empty()));
    assertThat(paid).as("the calls of the first reply are made").hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesTheModelWithoutAPriceThatALimitHoldsUp(boolean ofTheDay) throws Exception {
    prices = PriceFixture.none();
    gates = new CostGates(TestConfig.of("reprise.approvals.ask-without-price", "false"));
    dayBudgets = ofTheDay ? ofTheDay(Unit.USD, "1") : DayBudgetSettings.NONE;

    assertThat(work(agent(ofTheDay ? Budget.NONE : Budgets.usd("1"))))
        .isInstanceOf(NextStep.AwaitBudget.class);

    assertThat(crossing().unpriced()).contains("default of scripted");
    assertThat(crossing().message())
        .endsWith("because model default of scripted has no price (reprise.prices.file)");
  }

  /** A pause does not count, so a person who lets the run continue must raise the limit. */
  @Test
  void beginsNoCallAfterItsTime() throws Exception {
    AgentDefinition agent = agent(Budgets.time(Duration.ofHours(1)));
    var admitted = new LifecycleEvent.Admitted("here", clock.instant());
    clock.moveTo(Engine.START.plus(Duration.ofHours(1)));

    assertThat(work(agent, admitted)).isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(crossing())
        .isEqualTo(
            new LimitCrossing(
                Kind.RUN_TIME,
                new BigDecimal("3600"),
                new BigDecimal("3600"),
                Optional.empty(),
                Optional.empty()));
    assertThat(crossing().message())
        .isEqualTo("the limit of the run is 3600 seconds, 3600 are spent");

    var paused = new ControlEvent.Paused("budget", Optional.empty(), clock.instant());
    clock.moveTo(clock.instant().plus(Duration.ofDays(2)));
    var raised = new ControlEvent.BudgetSet("ana", Budgets.time(Duration.ofMinutes(61)));
    assertThat(work(agent, paused, raised, resumed())).isInstanceOf(NextStep.CompletePhase.class);
  }

  @Test
  void failsARunIfItsAgentSaysSo() throws Exception {
    assertThat(work(agent(toolCalls(1, OnExceeded.FAIL))))
        .isEqualTo(
            new NextStep.FailPhase(
                agent(Budget.NONE).phase("only"),
                new Failure(
                    "budget_exceeded",
                    "the limit of the run is 1 tool calls, 0 are spent, and the next call is expected to need 2")));
  }

  @Test
  void asksBeforeASingleExpensiveCallOfAModel() throws Exception {
    prices = PriceFixture.scripted("10", "600");
    AgentDefinition agent = agent(Budget.NONE);

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(crossing().kind()).isEqualTo(Kind.CALL_USD);
    assertThat(crossing().limit()).isEqualByComparingTo("0.50");

    BigDecimal needed = crossing().needed().orElseThrow();
    assertThat(work(agent, resumed().approving(needed)))
        .as("the second call")
        .isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(state(agent).consumption().iterations()).as("the first is approved").isEqualTo(1);
    assertThat(work(agent, resumed().approving(crossing().needed().orElseThrow())))
        .isInstanceOf(NextStep.CompletePhase.class);
  }

  @Test
  void asksAgainIfAPersonContinuesTheRunWithoutAnApproval() throws Exception {
    prices = PriceFixture.scripted("10", "600");
    AgentDefinition agent = agent(Budget.NONE);
    work(agent);

    var denied = new ControlEvent.Paused("bo", Optional.of("too dear"), clock.instant());
    var retried = new ControlEvent.Retried("ana", clock.instant());
    for (RunEvent[] continued :
        List.of(
            new RunEvent[] {resumed()},
            new RunEvent[] {denied, resumed()},
            new RunEvent[] {new ControlEvent.BudgetSet("ana", Budgets.usd("9")), resumed()},
            new RunEvent[] {retried})) {
      assertThat(work(agent, continued)).isInstanceOf(NextStep.AwaitBudget.class);
    }
    assertThat(state(agent).consumption().iterations()).as("no call is made").isZero();
  }

  @Test
  void hasAThresholdOfItsOwnForEachCall() throws Exception {
    prices = PriceFixture.scripted("10", "600");
    Budget generous = Budgets.usdPerCall("1");

    assertThat(work(agent(generous))).isInstanceOf(NextStep.CompletePhase.class);
  }

  @Test
  void hasAThresholdOfTheConfigurationForEachAgent() throws Exception {
    prices = PriceFixture.scripted("10", "600");
    gates = new CostGates(TestConfig.of("reprise.approvals.agent.clerk.ask-from", "1"));

    assertThat(work(agent(Budget.NONE))).isInstanceOf(NextStep.CompletePhase.class);
  }

  /** What the call of such a model costs is not known, so a decision cannot name it. */
  @Test
  void asksBeforeEachCallOfAModelWithoutAPrice() throws Exception {
    prices = PriceFixture.none();
    AgentDefinition agent = agent(Budget.NONE);

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(crossing().kind()).isEqualTo(Kind.CALL_USD);
    assertThat(crossing().needed()).isEmpty();
    assertThat(crossing().message()).contains("because model default of scripted has no price");

    assertThat(work(agent, resumed().approving(BigDecimal.ZERO)))
        .as("the second call")
        .isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(state(agent).consumption().iterations()).as("the first is approved").isEqualTo(1);
    assertThat(work(agent, resumed().approving(BigDecimal.ZERO)))
        .isInstanceOf(NextStep.CompletePhase.class);
  }

  @Test
  void asksAgainIfACallThatWasApprovedWithoutAPriceHasOneAndIsExpensive() throws Exception {
    prices = PriceFixture.none();
    AgentDefinition agent = agent(Budget.NONE);
    work(agent);

    prices = PriceFixture.scripted("10", "600");
    assertThat(work(agent, resumed().approving(BigDecimal.ZERO)))
        .isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(crossing().needed()).isPresent();
  }

  @Test
  void makesCallsOfAModelWithoutAPriceIfTheConfigurationSaysSo() throws Exception {
    prices = PriceFixture.none();
    gates =
        new CostGates(TestConfig.of("reprise.approvals.agent.clerk.ask-without-price", "false"));

    assertThat(work(agent(Budget.NONE))).isInstanceOf(NextStep.CompletePhase.class);
  }

  @Test
  void recordsNoEstimateOfACallThatIsFree() throws Exception {
    prices = PriceFixture.scripted("0", "0");

    assertThat(work(agent(Budget.NONE))).isInstanceOf(NextStep.CompletePhase.class);

    assertThat(
            journal.events().stream()
                .filter(ModelEvent.Replied.class::isInstance)
                .map(it -> ((ModelEvent.Replied) it).cost().orElseThrow()))
        .isNotEmpty()
        .allSatisfy(
            cost -> {
              assertThat(cost.amount()).isZero();
              assertThat(cost.estimate()).isEmpty();
            });
  }

  @Test
  void holdsUpAModelWithoutAPriceIfDollarsAreLimited() throws Exception {
    prices = PriceFixture.unlisted();
    AgentDefinition agent = agent(Budgets.usd("10"));

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(crossing().needed()).isEmpty();
  }

  @Test
  void waitsForTheNextDayIfAllRunsOfTheTenantHaveSpentTheirBudget() throws Exception {
    dayBudgets = ofTheDay(Unit.USD, "0.04");
    AgentDefinition agent = agent(Budget.NONE);

    var step = (NextStep.AwaitBudget) work(agent);

    assertThat(step.until()).contains(Engine.START.plus(Duration.ofDays(1)));
    assertThat(crossing().kind()).isEqualTo(Kind.TENANT_DAY_USD);
    clock.moveTo(Engine.START.plus(Duration.ofDays(1)));
    dayBudgets = ofTheDay(Unit.USD, "1");
    assertThat(work(agent)).isInstanceOf(NextStep.CompletePhase.class);
  }

  /** The provider may have answered and charged, though the server stops before it knows. */
  @Test
  void countsACallThatEndsWithoutARecordAsItWasExpected() throws Exception {
    dayBudgets = ofTheDay(Unit.USD, "0.09");
    AgentDefinition agent = agent(Budget.NONE);
    PhaseLoop loop =
        new EngineFixture(clock, new InterruptedModel())
            .tools(buy())
            .prices(prices)
            .dayBudgets(dayBudgets)
            .loop();

    assertThatThrownBy(() -> work(agent, loop)).isInstanceOf(InterruptedException.class);
    var step = (NextStep.AwaitBudget) work(agent, loop);

    assertThat(step.until()).as("spent").contains(Engine.START.plus(Duration.ofDays(1)));
  }

  /** Each call is expected to need at least 1,000 tokens, and uses far fewer. */
  @Test
  void countsTheTokensThatModelsReadAndWrite() throws Exception {
    prices = PriceFixture.unlisted(); // which only limits of dollars need
    AgentDefinition agent = agent(Budget.NONE);

    dayBudgets = ofTheDay(Unit.TOKENS, "500");
    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(crossing().kind()).isEqualTo(Kind.TENANT_DAY_TOKENS);
    assertThat(crossing().needed().orElseThrow()).isGreaterThanOrEqualTo(new BigDecimal("1000"));

    dayBudgets = ofTheDay(Unit.TOKENS, "1500");
    assertThat(work(agent, resumed())).isInstanceOf(NextStep.CompletePhase.class);
  }

  @Test
  void countsTheCallsOfModels() throws Exception {
    AgentDefinition agent = agent(Budget.NONE);

    dayBudgets = ofTheDay(Unit.MODEL_CALLS, "1");
    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(state(agent).consumption().iterations()).isEqualTo(1);
    assertThat(crossing().kind()).isEqualTo(Kind.TENANT_DAY_MODEL_CALLS);
    assertThat(crossing().spent()).isEqualTo(BigDecimal.ONE);

    dayBudgets = ofTheDay(Unit.MODEL_CALLS, "2");
    assertThat(work(agent, resumed())).isInstanceOf(NextStep.CompletePhase.class);
  }

  @Test
  void countsTheCallsOfToolsThatDeclareNoCost() throws Exception {
    price = Optional.empty();
    AgentDefinition agent = agent(Budget.NONE);

    dayBudgets = ofTheDay(Unit.TOOL_CALLS, "1");
    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);
    assertThat(paid).hasValue(0);
    assertThat(crossing().kind()).isEqualTo(Kind.TENANT_DAY_TOOL_CALLS);
    assertThat(crossing().needed()).contains(BigDecimal.TWO);

    dayBudgets = ofTheDay(Unit.TOOL_CALLS, "2");
    assertThat(work(agent, resumed())).isInstanceOf(NextStep.CompletePhase.class);
    assertThat(paid).hasValue(2);
  }

  /** Two calls that declare 0.09 USD each. */
  @Test
  void countsWhatToolsReportInPlaceOfWhatTheyDeclare() throws Exception {
    reported = Optional.of(new BigDecimal("0.50"));
    AgentDefinition agent = agent(Budgets.usd("0.80"));

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);

    assertThat(paid).hasValue(2);
    assertThat(crossing().kind()).isEqualTo(Kind.RUN_USD);
    assertThat(crossing().spent()).isBetween(BigDecimal.ONE, new BigDecimal("1.01"));
  }

  @Test
  void countsForTheDayWhatToolsReport() throws Exception {
    clock.moveTo(Engine.START.plus(Duration.ofDays(7))); // on which nothing else is spent
    reported = Optional.of(new BigDecimal("0.50"));
    dayBudgets = ofTheDay(Unit.USD, "1.02");
    AgentDefinition agent = agent(Budget.NONE);

    assertThat(work(agent)).isInstanceOf(NextStep.AwaitBudget.class);

    assertThat(paid).hasValue(2);
    assertThat(crossing().kind()).isEqualTo(Kind.TENANT_DAY_USD);
  }

  /**
   * Two calls of 0.60 USD each fit into the day once, however often people are asked about them.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void countsACallOnceAPersonHasApprovedIt(boolean approved) throws Exception {
    price = Optional.of(new BigDecimal("0.60"));
    dayBudgets = ofTheDay(Unit.USD, "1.40");
    clock.moveTo(
        Engine.START.plus(Duration.ofDays(approved ? 5 : 6))); // days that none else spends
    AgentDefinition agent = agent(Budget.NONE);
    PhaseLoop loop =
        new EngineFixture(clock, new ScriptedModel())
            .tools(buy())
            .prices(prices)
            .dayBudgets(dayBudgets)
            .loop();
    assertThat(work(agent, loop)).isInstanceOf(NextStep.AwaitPerson.class);

    NextStep next = work(agent, loop, decided(agent, "one", approved), decided(agent, "two", true));

    assertThat(next).isInstanceOf(NextStep.CompletePhase.class);
    assertThat(paid).hasValue(approved ? 2 : 1);
  }

  private HumanInputEvent decided(AgentDefinition agent, String call, boolean approved) {
    return new HumanInputEvent.Decided(
        "only",
        1,
        call,
        approved,
        "ana",
        clock.instant(),
        Optional.empty(),
        Optional.of(state(agent).call(call).orElseThrow().digest()));
  }

  /** A model that is interrupted while it answers. */
  private static final class InterruptedModel implements ChatModel {

    @Override
    public String provider() {
      return "scripted";
    }

    @Override
    public void check(ModelOptions options) {
      // the test gives none
    }

    @Override
    public ModelReply reply(ModelRequest request) throws InterruptedException {
      throw new InterruptedException("the server stops, says the test");
    }
  }

  private static DayBudgetSettings ofTheDay(Unit unit, String limit) {
    return new DayBudgetSettings(Map.of(unit, UnitLimits.ofAll(new BigDecimal(limit))));
  }

  private AgentDefinition agent(Budget budget) {
    return Agents.agent("clerk")
        .provider("scripted", TWO_CALLS)
        .phase("only", new Limits(9, Duration.ofDays(1)), "buy")
        .budget(budget)
        .build();
  }

  private static Budget toolCalls(int limit, OnExceeded then) {
    return Budgets.toolCalls(limit).replacedBy(Budgets.onExceeded(then));
  }

  private ControlEvent.Resumed resumed() {
    return new ControlEvent.Resumed("ana", Optional.empty(), clock.instant());
  }

  /** Works as far as the run comes, and returns what it would do next. */
  private NextStep work(AgentDefinition agent, RunEvent... before) throws Exception {
    PhaseLoop loop =
        new EngineFixture(clock, new ScriptedModel())
            .tools(buy())
            .prices(prices)
            .dayBudgets(dayBudgets)
            .costGates(gates)
            .loop();
    return work(agent, loop, before);
  }

  private NextStep work(AgentDefinition agent, PhaseLoop loop, RunEvent... before)
      throws Exception {
    var run =
        new ActiveRun(
            Leases.endless(new Claim(Engine.RUN, "default", journal.claim())),
            Optional.of(Role.OPERATOR),
            journal,
            ReplayedRun.from(journal, Engine.RUN, agent));
    for (RunEvent event : before) {
      run.append(event);
    }
    run.append(new LifecycleEvent.Admitted("here", clock.instant()));
    loop.work(run, new Worker(run, Optional::empty, executor, clock));
    return new Decider(3).next(run.state(), clock.instant());
  }

  private RunState state(AgentDefinition agent) {
    return ReplayedRun.from(journal, Engine.RUN, agent).state();
  }

  private LimitCrossing crossing() {
    List<PhaseEvent.BudgetReached> reached =
        journal.events().stream()
            .filter(PhaseEvent.BudgetReached.class::isInstance)
            .map(PhaseEvent.BudgetReached.class::cast)
            .toList();
    return reached.getLast().crossing();
  }

  private Tool buy() {
    var builder = ToolDeclaration.named("buy", EffectClass.ONCE).in("test");
    price.ifPresent(usd -> builder.costing(new Cost(usd, "USD", LocalDate.of(2026, 1, 2))));
    ToolDeclaration declaration = builder.build();
    return new Tool() {
      @Override
      public ToolDeclaration declaration() {
        return declaration;
      }

      @Override
      public ToolOutcome call(ToolRequest request) {
        paid.incrementAndGet();
        reported.ifPresent(request.progress()::cost);
        return new ToolOutcome.Succeeded("done");
      }
    };
  }
}

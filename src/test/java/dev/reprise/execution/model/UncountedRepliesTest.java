package dev.reprise.execution.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Cost;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.budget.DayBudgetSettings;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.budget.UnitLimits;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.FakeTools;
import dev.reprise.execution.tool.EngineFixture;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.run.state.RunState;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a provider does not count, counts as it was expected before the call. */
@QuietLog
class UncountedRepliesTest {

  private static final int MANY = 40;

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final MemoryJournal journal = Engine.submitted();
  private DayBudgetSettings dayBudgets = DayBudgetSettings.NONE;
  private Usage reported = Usage.NONE;

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  /** Each call is expected to cost a little more than 0.05 USD. */
  @Test
  void keepsARunWithinItsDollars() throws Exception {
    RunState end = work(Budgets.usd("0.50"));

    assertThat(events(PhaseEvent.BudgetReached.class)).hasSize(1);
    assertThat(events(ModelEvent.Replied.class)).hasSizeBetween(5, 9);
    assertThat(end.budgetSpent().usd()).isBetween(new BigDecimal("0.40"), new BigDecimal("0.50"));
  }

  @Test
  void keepsARunWithinItsTokens() throws Exception {
    RunState end = work(Budgets.tokens(5_000));

    assertThat(events(ModelEvent.Replied.class)).hasSizeBetween(2, 4);
    assertThat(end.budgetSpent().tokens()).isBetween(3_000L, 5_000L);
  }

  @Test
  void keepsAllRunsWithinTheDollarsOfTheDay() throws Exception {
    dayBudgets = new DayBudgetSettings(Map.of(Unit.USD, UnitLimits.ofAll(new BigDecimal("0.50"))));

    work(Budget.NONE);

    assertThat(events(PhaseEvent.BudgetReached.class)).hasSize(1);
    assertThat(events(ModelEvent.Replied.class)).hasSizeBetween(5, 9);
  }

  @Test
  void recordsItAsEstimated() throws Exception {
    RunState end = work(Budgets.modelCalls(1));

    ModelEvent.Replied reply = events(ModelEvent.Replied.class).getFirst();
    assertThat(reply.usage().outputTokens()).isEqualTo(1_000);
    assertThat(reply.usage().estimatedTokens()).isEqualTo(reply.usage().tokens());
    assertThat(reply.cost().map(Cost::amount).orElseThrow()).isPositive();
    assertThat(end.consumption().usage()).isEqualTo(reply.usage());
    assertThat(end.consumption().cost().unknownCalls()).isZero();
  }

  @Test
  void keepsTheNumberThatTheProviderReports() throws Exception {
    reported = new Usage(77, 0, 7, 0);

    work(Budgets.modelCalls(1));

    assertThat(events(ModelEvent.Replied.class).getFirst().usage())
        .isEqualTo(new Usage(77, 1_000, 7, 0, 1_000));
  }

  @Test
  void countsSummariesToo() throws Exception {
    work(Budgets.modelCalls(8));

    assertThat(events(ModelEvent.TranscriptCompacted.class))
        .isNotEmpty()
        .allSatisfy(summary -> assertThat(summary.usage().estimatedTokens()).isPositive());
  }

  private RunState work(Budget budget) throws Exception {
    AgentDefinition agent =
        Agents.agent("clerk")
            .provider("scripted", JsonValue.EMPTY_OBJECT)
            .phase("only", new Limits(MANY, Duration.ofDays(1)), "look")
            .compaction(new Compaction(60, 1))
            .budget(budget)
            .build();
    ActiveRun run = EngineFixture.claim(journal, agent, "t" + UUID.randomUUID(), clock);
    new EngineFixture(clock, new UncountedModel())
        .tools(new FakeTools().describedAs(FakeTools.BEGINNING))
        .prices(PriceFixture.scripted("10", "50"))
        .dayBudgets(dayBudgets)
        .loop()
        .work(run, new Worker(run, run::stopCause, executor, clock));
    return run.state();
  }

  private <T> List<T> events(Class<T> type) {
    return journal.events().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Calls a tool with each reply. */
  private final class UncountedModel implements ChatModel {

    @Override
    public String provider() {
      return "scripted";
    }

    @Override
    public void check(ModelOptions options) {
      // the test gives none
    }

    @Override
    public ModelReply reply(ModelRequest request) {
      var call =
          new ToolCall("c", "look", new JsonValue("{\"at\":%d}".formatted(request.iteration())));
      return request.purpose() == ModelRequest.Purpose.SUMMARY
          ? new ModelReply("So far so good.", List.of(), reported)
          : new ModelReply("I look.", List.of(call), reported);
    }
  }
}

package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the expected cost of a tool call means for a run. */
@QuietLog
class CostGatesAtWorkTest {

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final MemoryJournal journal = Engine.submitted();
  private final List<String> made = new ArrayList<>();
  private final AgentDefinition agent =
      Agents.agent("clerk")
          .provider(
              "scripted",
              new JsonValue(
                  """
                  {"script": {"only": [
                    {"calls": [
                      {"id": "free", "tool": "gratis", "arguments": {}},
                      {"id": "little", "tool": "cheap", "arguments": {}},
                      {"id": "some", "tool": "fair", "arguments": {}},
                      {"id": "much", "tool": "dear", "arguments": {}}]},
                    {"text": "done"}]}}"""))
          .phase("only", new Limits(9, Duration.ofDays(1)), "gratis", "cheap", "fair", "dear")
          .build();

  private CostGates gates = new CostGates(CostLimits.DEFAULT);

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void isRecordedWithEachCallAndHoldsBackOnlyTheExpensiveOne() throws Exception {
    work();

    assertThat(made).containsExactlyInAnyOrder("gratis", "cheap", "fair");
    assertThat(started("free").estimate()).isEmpty();
    assertThat(started("little").estimate()).contains(estimate("0.05", Verdict.PASSED));
    assertThat(started("some").estimate()).contains(estimate("0.10", Verdict.NOTICE));
    ToolCallEvent.Asked asked = all(ToolCallEvent.Asked.class).getFirst();
    assertThat(asked.callId()).isEqualTo("much");
    assertThat(asked.terms().estimate()).contains(estimate("0.50", Verdict.ASKED));
    assertThat(asked.until()).isPresent();
    assertThat(asked.question())
        .isEqualTo(
            "May 'dear' be called (test, about 0.5 USD)? It is expected to cost 0.5 USD, and 0.50"
                + " USD or more needs approval.");
  }

  @Test
  void isPaidOnceAPersonHasApprovedTheCall() throws Exception {
    work();
    ToolCallEvent.Asked asked = all(ToolCallEvent.Asked.class).getFirst();

    work(
        new HumanInputEvent.Decided(
            "only",
            1,
            "much",
            true,
            "ana",
            clock.instant(),
            Optional.of("worth it"),
            asked.digest()));

    assertThat(made).hasSize(4).endsWith("dear");
    assertThat(started("much").estimate()).contains(estimate("0.5", Verdict.ASKED));
    assertThat(all(ToolCallEvent.Asked.class)).as("once").hasSize(1);
  }

  @Test
  void isJudgedByTheLimitsOfTheRunsAgent() throws Exception {
    gates = new CostGates(TestConfig.of("reprise.approvals.agent.clerk.ask-from", "0.10"));

    work();

    assertThat(all(ToolCallEvent.Asked.class))
        .extracting(ToolCallEvent.Asked::callId)
        .containsExactly("some", "much");
  }

  private void work(RunEvent... before) throws Exception {
    var run =
        new ActiveRun(
            Leases.endless(new Claim(Engine.RUN, "default", journal.claim())),
            Optional.of(Role.OPERATOR),
            journal,
            ReplayedRun.from(journal, Engine.RUN, agent));
    run.append(new LifecycleEvent.Admitted("here", clock.instant()));
    for (RunEvent event : before) {
      run.append(event);
    }
    new EngineFixture(clock, new ScriptedModel())
        .tools(tool("gratis", ""), tool("cheap", "0.05"), tool("fair", "0.1"), tool("dear", "0.5"))
        .costGates(gates)
        .loop()
        .work(run, new Worker(run, Optional::empty, executor, clock));
  }

  private Tool tool(String name, String cost) {
    var declaration = ToolDeclaration.named(name, EffectClass.ONCE).in("test");
    if (!cost.isEmpty()) {
      declaration.costing(new Cost(new BigDecimal(cost), "USD", LocalDate.of(2026, 1, 2)));
    }
    return new Tool() {
      @Override
      public ToolDeclaration declaration() {
        return declaration.build();
      }

      @Override
      public ToolOutcome call(ToolRequest request) {
        synchronized (made) {
          made.add(name);
        }
        return new ToolOutcome.Succeeded("done");
      }
    };
  }

  private static CallEstimate estimate(String amount, Verdict verdict) {
    return new CallEstimate(new BigDecimal(amount), "USD", verdict);
  }

  private ToolCallEvent.Started started(String call) {
    return all(ToolCallEvent.Started.class).stream()
        .filter(event -> event.callId().equals(call))
        .findFirst()
        .orElseThrow();
  }

  private <T extends RunEvent> List<T> all(Class<T> type) {
    return journal.events().stream().filter(type::isInstance).map(type::cast).toList();
  }
}

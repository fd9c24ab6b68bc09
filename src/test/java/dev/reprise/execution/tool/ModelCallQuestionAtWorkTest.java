package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.Cost;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.policy.TestProfile;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run asks about its model calls, and what the record says of those it makes. */
@QuietLog
class ModelCallQuestionAtWorkTest {

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final MemoryJournal journal = Engine.submitted(List.of());
  private final AgentDefinition agent =
      Agents.agent("clerk")
          .provider("scripted", new JsonValue("{\"script\": {\"only\": [{\"text\": \"done\"}]}}"))
          .phase("only", new Limits(9, Duration.ofDays(1)))
          .build();

  private TestProfile testProfile = new TestProfile(TestConfig.empty());
  private int quorum = 1;

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void isUnderTheTermsOfCallsOfTools() throws Exception {
    quorum = 2;

    assertThat(work("600")).isInstanceOf(NextStep.AwaitBudget.class);

    ToolCallEvent.Asked asked = all(ToolCallEvent.Asked.class).getFirst();
    ApprovalTerms terms = asked.terms();
    assertThat(terms.quorum()).isEqualTo(2);
    assertThat(terms.estimate().flatMap(CallEstimate::usd).orElseThrow())
        .isEqualTo(all(PhaseEvent.BudgetReached.class).getFirst().crossing().needed().orElseThrow())
        .isGreaterThan(new BigDecimal("0.5"));
    assertThat(asked.until()).isPresent();
    assertThat(asked.question())
        .matches(
            "May model .* of scripted be called \\(about 0\\.6\\d* USD\\)\\? Calls from 0\\.50 USD on need approval\\.");
  }

  @Test
  void needsNoPersonInTheTestProfile() throws Exception {
    testProfile = new TestProfile(TestConfig.of("reprise.approvals.test-profile", "approve-all"));
    quorum = 3;

    assertThat(work("600")).isInstanceOf(NextStep.CompletePhase.class);

    HumanInputEvent.Decided given = all(HumanInputEvent.Decided.class).getFirst();
    assertThat(given.by()).isEqualTo(HumanInputEvent.TEST_PROFILE);
    assertThat(given.digest()).isEqualTo(all(ToolCallEvent.Asked.class).getFirst().digest());
    assertThat(all(PhaseEvent.BudgetReached.class)).isEmpty();
    assertThat(recorded().verdict()).isEqualTo(Verdict.ASKED);
  }

  /** With 1,000 tokens of output, whose price is given for a million. */
  @ParameterizedTest
  @CsvSource({"50, PASSED", "300, NOTICE"})
  void isNotAskedOfCheapCallsWhoseEstimateIsRecorded(String price, Verdict verdict)
      throws Exception {
    assertThat(work(price)).isInstanceOf(NextStep.CompletePhase.class);

    assertThat(all(ToolCallEvent.Asked.class)).isEmpty();
    assertThat(recorded().verdict()).isEqualTo(verdict);
    assertThat(recorded().amount()).isGreaterThanOrEqualTo(new BigDecimal(price).movePointLeft(3));
  }

  @Test
  void isAnsweredByAnApprovalOfWhichTheRecordOfTheReplyTells() throws Exception {
    work("600");
    ToolCallEvent.Asked asked = all(ToolCallEvent.Asked.class).getFirst();

    NextStep next =
        work(
            "600",
            new HumanInputEvent.Decided(
                asked.phase(),
                asked.iteration(),
                asked.callId(),
                true,
                "ana",
                clock.instant(),
                Optional.empty(),
                asked.digest()),
            new ControlEvent.Resumed("ana", Optional.empty(), clock.instant())
                .approving(asked.terms().estimate().orElseThrow().usd().orElseThrow()));

    assertThat(next).isInstanceOf(NextStep.CompletePhase.class);
    assertThat(recorded().verdict()).isEqualTo(Verdict.ASKED);
  }

  private CallEstimate recorded() {
    return all(ModelEvent.Replied.class).getFirst().cost().flatMap(Cost::estimate).orElseThrow();
  }

  private NextStep work(String outputPrice, RunEvent... before) throws Exception {
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
    new EngineFixture(clock, new ScriptedModel())
        .prices(PriceFixture.scripted("10", outputPrice))
        .testProfile(testProfile)
        .quorum(quorum)
        .loop()
        .work(run, new Worker(run, Optional::empty, executor, clock));
    return new Decider(3).next(run.state(), clock.instant());
  }

  private <T extends RunEvent> List<T> all(Class<T> type) {
    return journal.events().stream().filter(type::isInstance).map(type::cast).toList();
  }
}

package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.Failure;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.ClaimLimits;
import dev.reprise.execution.Engine;
import dev.reprise.execution.EngineSettings;
import dev.reprise.execution.Leases;
import dev.reprise.execution.budget.LostModelCalls;
import dev.reprise.execution.budget.ModelCallEstimates;
import dev.reprise.execution.telemetry.Tracings;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.price.Prices;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.server.NamedServers;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.KeptClaims;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunRows;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.decision.ProcessDeaths;
import dev.reprise.run.state.RunStatus;
import dev.reprise.tool.ToolFixture;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is left of a claim that breaks down. */
@QuietLog
class BreakdownAtAdmissionTest {

  private static final int MAX_ATTEMPTS = 5;

  private final MemoryJournal journal = Engine.submitted(List.of());
  private final ActiveRuns active = new ActiveRuns();
  private final Failures failures = new Failures();
  private Optional<RuntimeException> load = Optional.empty();

  @Test
  void leavesNoActiveRunAndRequeuesIt() {
    assertThat(begin(HolderFailures.NONE)).isEqualTo(new RunClaimer.Refused("broke down"));

    assertThat(failures.met).singleElement().isInstanceOf(StackOverflowError.class);
    assertThat(active.count()).isZero();
    assertThat(active.contains(Engine.RUN)).as("otherwise its lease would be renewed").isFalse();
  }

  @Test
  void givesTheRunUpAfterTooManyClaimsThatReadNoRecord() {
    assertThat(begin(new HolderFailures(MAX_ATTEMPTS, ProcessDeaths.NONE, Optional.empty())))
        .isInstanceOfSatisfying(
            RunClaimer.Failed.class,
            failed ->
                assertThat(failed.why())
                    .isEqualTo("claimed 6 times without reading its record to the end"));

    assertThat(failures.met).as("it is not read").isEmpty();
  }

  @Test
  void givesTheRunUpUnreadIfReadingItMayHaveEndedItsServers() {
    var killing = new HolderFailures(1, new ProcessDeaths(3, 3), Optional.of(0));

    assertThat(begin(killing))
        .isInstanceOfSatisfying(
            RunClaimer.Failed.class,
            failed -> assertThat(failed.why()).startsWith("the process of its server ended 3"));
    assertThat(failures.met).as("it is not read").isEmpty();
  }

  @Test
  void givesTheRunUpBeforeItsWorkBeginsAgain() {
    var killing = new HolderFailures(0, new ProcessDeaths(5, 1), Optional.of(0));

    assertThat(begin(killing))
        .isInstanceOfSatisfying(
            RunClaimer.Failed.class,
            failed -> assertThat(failed.why()).startsWith("the process of its server ended 5"));
    assertThat(active.count()).isZero();
  }

  @Test
  void countsAgainstARecordOnlyIfTheRecordIsBroken() {
    var away = new IllegalStateException("the persistence unit is closed");
    load = Optional.of(away);

    begin(HolderFailures.NONE);

    assertThat(failures.met).containsExactly(away);
  }

  private RunClaimer.Result begin(HolderFailures failures) {
    var claim = new Claim(Engine.RUN, "default", journal.claim());
    var head = journal.position(Engine.RUN, journal.events().size());
    var admitted = new ClaimResult.Admitted(claim, head, row(failures));
    return claimer().begin(admitted, Leases.endless(claim), Optional.empty());
  }

  /** Records the failures. */
  private static final class Failures extends FailedClaims {
    private final List<Throwable> met = new ArrayList<>();

    @SuppressWarnings("NullAway") // nothing that is overridden uses them
    Failures() {
      super(null, null, null, null);
    }

    @Override
    RunClaimer.Refused brokeDown(ClaimResult.Admitted admitted, Throwable e) {
      met.add(e);
      return new RunClaimer.Refused("broke down");
    }

    @Override
    RunClaimer.Failed givenUp(ClaimResult.Admitted admitted, Failure failure) {
      return new RunClaimer.Failed(admitted.claim(), RunStatus.DEAD_LETTER, failure.message());
    }
  }

  @SuppressWarnings("NullAway") // a claim that has been made needs no others to begin
  private RunClaimer claimer() {
    var agents =
        new AgentVersions(null, null) {
          @Override
          public AgentDefinition load(String tenant, String hash) {
            load.ifPresent(
                fault -> {
                  throw fault;
                });
            return AGENT;
          }
        };
    var compatibility =
        new CompatibilityCheck(
            ToolFixture.catalogue(List.of()), new ChatModels(List.of(new BreakingDown())));
    var settings =
        new EngineSettings(TestConfig.of("reprise.max-attempts", Integer.toString(MAX_ATTEMPTS)));
    return new RunClaimer(
        new KeptClaims(),
        journal,
        agents,
        compatibility,
        ToolFixture.catalogue(List.of()),
        active,
        null,
        failures,
        new LostModelCalls(
            new Decider(3), new ModelCallEstimates(Prices.builtIn()), Clock.systemUTC()),
        null,
        null,
        null,
        Tracings.off(),
        settings,
        NamedServers.on("here", Optional.empty()),
        new ClaimLimits(settings, new Decider(3), Clock.systemUTC()));
  }

  private static RunRow row(HolderFailures failures) {
    return RunRows.queued(Engine.RUN, failures);
  }

  private static final AgentDefinition AGENT = Agents.agent("clerk").phase("only").build();

  /** A provider with an error in its checks. */
  private static final class BreakingDown extends ScriptedModel {
    @Override
    public void check(ModelOptions options) {
      throw new StackOverflowError("as the test requested");
    }
  }
}

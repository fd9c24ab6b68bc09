package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.execution.job.RunReleaser;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a run ends whose events the database takes late. */
class RequiredRecordTest {

  private final MemoryJournal journal = Engine.submitted();
  private final Decider decider = new Decider(3, new LoopLimits(1, 2, 3));
  private final ActiveRun run =
      new ActiveRun(
          Leases.endless(new Claim(Engine.RUN, "default", journal.claim())),
          Optional.empty(),
          journal,
          ReplayedRun.from(journal, Engine.RUN, GeneratedAgents.any().sample()));

  @Test
  void failsIfTheRecordIsRequired() {
    journal.require();

    late(new LifecycleEvent.Admitted("here", Engine.START));

    assertThat(run.stopCause()).as("it takes no other step").contains(StopCause.UNRECORDABLE);
    var grounds =
        new FixedEvidence(
            SimulatedOperator.CANCEL,
            SimulatedOperator.PAUSE,
            new DefinitionMismatch(List.of(), 0));
    RunEvent end =
        new ReleaseDecision("here", Engine.START, grounds).event(next(), run.stopCause());
    assertThat(end)
        .isInstanceOfSatisfying(
            LifecycleEvent.Failed.class,
            failed -> {
              assertThat(failed.failure().code()).isEqualTo("record_delayed");
              assertThat(failed.failure().message())
                  .contains("after 1 failures", "reprise.durability is required");
            });
  }

  @Test
  void continuesIfTheRecordIsNotRequired() {
    late(new LifecycleEvent.Admitted("here", Engine.START));

    assertThat(run.stopCause()).isEmpty();
    assertThat(next()).isInstanceOf(NextStep.StartPhase.class);
  }

  @Test
  void endsAlthoughTheEndIsRecordedLate() {
    journal.require();
    run.append(new LifecycleEvent.Admitted("here", Engine.START));
    for (var phase : run.agent().phases()) {
      run.append(new PhaseEvent.Started(phase.name(), "go", Engine.START));
      journal.stumble();
      run.append(new PhaseEvent.Completed(phase.name(), "done"));
    }

    assertThat(run.unrecordable()).isPresent();
    assertThat(next()).isInstanceOf(NextStep.Finish.class);
  }

  private void late(RunEvent event) {
    journal.stumble();
    run.append(event);
  }

  private NextStep next() {
    return RunReleaser.next(run, decider.next(run.state(), Engine.START));
  }
}

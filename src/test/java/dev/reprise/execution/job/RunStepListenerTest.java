package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.journal.ControlEvent;
import dev.reprise.platform.server.HttpEndpoints;
import dev.reprise.queue.RunQueue;
import jakarta.batch.runtime.BatchStatus;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator's stop that the batch runtime took after the run was released is not lost. */
class RunStepListenerTest {

  private static final UUID RUN = new UUID(0, 1);

  private final ActiveRuns active = new ActiveRuns();
  private final List<ControlEvent.Paused> pauses = new ArrayList<>();

  @ParameterizedTest(name = "the job is {0} with {1}: it ends with {3}")
  @CsvSource({
    "STOPPING, WAITING, WAITING, PAUSED",
    "STOPPING, QUEUED, QUEUED, PAUSED",
    "STOPPING, WORK_LEFT, WAITING, WAITING",
    "STARTED, COMPLETED, COMPLETED, COMPLETED",
    "FAILED, FAILED, FAILED, FAILED"
  })
  void pausesTheRunOfAJobThatDidNotStopByItself(
      BatchStatus status, String exit, String released, String ended) {
    assertThat(exitStatusAfter(status, exit, released)).isEqualTo(ended);
    assertThat(pauses).hasSize(ended.equals("PAUSED") ? 1 : 0);
  }

  @Test
  void leavesARunToOtherServersWhenThisOneShutsDown() {
    active.shutDown();

    assertThat(exitStatusAfter(BatchStatus.STOPPING, "QUEUED", "QUEUED")).isEqualTo("QUEUED");
    assertThat(pauses).isEmpty();
  }

  private String exitStatusAfter(BatchStatus status, String exit, String released) {
    var job = new KeptJobContext(status, exit, new RunStepListener.Released(RUN, released));
    listener(job).afterJob();
    return job.getExitStatus();
  }

  // nothing that is overridden uses what is null, and no framework makes the listener here
  @SuppressWarnings({"NullAway", "UnnecessaryAssignment"})
  private RunStepListener listener(KeptJobContext job) {
    var endpoints =
        new HttpEndpoints() {
          @Override
          public boolean areOpen() {
            return true;
          }
        };
    var listener = new RunStepListener();
    listener.job = job;
    listener.clock = Clock.systemUTC();
    listener.shutdown = new ShutdownDetector(active, endpoints, listener.clock);
    listener.queue =
        new RunQueue(null, null, null, null, null, null, null, null) {
          @Override
          public boolean pause(UUID run, ControlEvent.Paused paused) {
            assertThat(run).isEqualTo(RUN);
            return pauses.add(paused);
          }
        };
    return listener;
  }
}

package dev.reprise.execution.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.batch.store.BatchActs;
import dev.reprise.execution.job.KeptJobContext;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator's stop that the batch runtime took after the batch was released is not lost. */
class BatchStepListenerTest {

  private static final UUID BATCH = new UUID(0, 7);

  private final List<BatchAct> acts = new ArrayList<>();

  @ParameterizedTest(name = "stopped by an operator: {0}, with {1}: it ends with {2}")
  @CsvSource({"true, WAITING, PAUSED", "false, WORK_LEFT, WAITING", "false, COMPLETED, COMPLETED"})
  void pausesTheBatchOfAJobThatDidNotStopByItself(boolean isStopped, String exit, String ended) {
    var job =
        new KeptJobContext(
            BatchStatus.STOPPING, exit, new BatchStepListener.Released(BATCH, "WAITING"));

    listener(job, isStopped).afterJob();

    assertThat(job.getExitStatus()).isEqualTo(ended);
    assertThat(acts)
        .extracting(BatchAct::kind)
        .isEqualTo(isStopped ? List.of(BatchActKind.PAUSE) : List.of());
  }

  // nothing that is overridden uses what is null, and no framework makes the listener here
  @SuppressWarnings({"NullAway", "UnnecessaryAssignment"})
  private BatchStepListener listener(KeptJobContext job, boolean isStopped) {
    var listener = new BatchStepListener();
    listener.job = job;
    listener.clock = Clock.systemUTC();
    listener.shutdown =
        new BatchShutdown(null) {
          @Override
          boolean wasStoppedByOperator(JobContext ended) {
            return isStopped;
          }
        };
    listener.acts =
        new BatchActs(null, null, null) {
          @Override
          public Result pause(UUID id, BatchAct act) {
            assertThat(id).isEqualTo(BATCH);
            acts.add(act);
            return Result.ACCEPTED;
          }
        };
    return listener;
  }
}

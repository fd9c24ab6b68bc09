package dev.reprise.execution;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.platform.StepThreads.ForSteps;
import dev.reprise.run.NextStep;
import jakarta.batch.api.chunk.ItemProcessor;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Works on a phase until its end is decided; null if the run stops or waits before.
 *
 * <p>The work is done on a virtual thread beside those of its model and tool calls, so that going
 * from one to the other wakes no thread of the operating system. The job's own thread waits, and
 * looks from time to time whether the job is to stop, which no other thread can see.
 */
@Dependent
@Named("phaseProcessor")
public class PhaseProcessor implements ItemProcessor {

  @Inject JobContext job;
  @Inject Shutdown shutdown;
  @Inject PhaseLoop loop;
  @Inject @ForSteps ExecutorService executor;

  @Override
  public NextStep.@Nullable PhaseEnd processItem(Object phase) throws Exception {
    var run = (RunInHand) job.getTransientUserData();
    var stop = new JobStop(run, job, shutdown);
    Future<Optional<NextStep.PhaseEnd>> work =
        executor.submit(() -> loop.work(run, run::stopCause));
    while (true) {
      try {
        return work.get(StopCheck.EVERY_MILLIS, MILLISECONDS).orElse(null);
      } catch (TimeoutException e) {
        stop.cause(); // tells the run
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
  }
}

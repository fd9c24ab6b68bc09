package dev.reprise.execution.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.Engine;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.phase.EndlessWork;
import dev.reprise.execution.tool.EngineFixture;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.queue.Claims;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.state.RunStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run either moves to its job or continues without one; never both, never neither. */
@QuietLog
@Timeout(60)
class JobHandoverTest {

  private static final long EXECUTION = 7;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ActiveRuns active = new ActiveRuns();
  private final ActiveRun run =
      EngineFixture.claim(
          Engine.submitted(List.of()),
          Agents.agent("clerk").phase("only").build(),
          Clock.systemUTC());
  private final List<Optional<Long>> launched = new ArrayList<>();
  private boolean isHeld = true;
  private final CompletableFuture<Optional<RunClaimer.Result>> taken = new CompletableFuture<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void movesARunToTheJobThatIsStartedForIt() {
    JobHandover handover = handover(PATIENCE, this::jobTakesTheRun);

    assertThat(handover.toJob(run, Optional.of(3L), Optional.empty())).isTrue();

    assertThat(launched).containsExactly(Optional.of(3L));
    assertThat(taken.join())
        .hasValueSatisfying(
            it ->
                assertThat(it)
                    .isInstanceOfSatisfying(
                        RunClaimer.Claimed.class,
                        claimed -> assertThat(claimed.run().run()).isSameAs(run)));
  }

  @Test
  void showsInAJobWhyARunFailed() {
    var failed = new RunClaimer.Failed(run.claim(), RunStatus.FAILED, "its record is broken");

    handover(PATIENCE, this::jobTakesTheRun).showInJob(failed, Optional.of(3L));

    assertThat(launched).containsExactly(Optional.of(3L));
    assertThat(taken.join()).contains(failed);
  }

  @Test
  void keepsARunWhoseJobCannotStart() {
    JobHandover handover =
        handover(
            PATIENCE,
            unused -> {
              throw new IllegalStateException("the batch runtime has no store");
            });

    assertThat(handover.toJob(run, Optional.empty(), Optional.empty())).isFalse();
    assertThat(handover.take(run.id(), EXECUTION)).as("for a job that comes later").isEmpty();
  }

  @Test
  void keepsARunWhoseJobDoesNotBeginInTime() {
    JobHandover handover = handover(Duration.ofMillis(20), unused -> {});

    assertThat(handover.toJob(run, Optional.empty(), Optional.empty())).isFalse();
    assertThat(handover.take(run.id(), EXECUTION)).as("for a job that comes later").isEmpty();
  }

  @Test
  void saysInOneLineThatNoJobBeganInTime() {
    JobHandover handover = handover(Duration.ofMillis(20), unused -> {});

    assertThat(logged(() -> handover.toJob(run, Optional.empty(), Optional.empty())))
        .singleElement()
        .satisfies(line -> assertThat(line.getMessage()).contains("no job has taken it"))
        .satisfies(line -> assertThat(line.getThrown()).isNull());
  }

  @Test
  void tellsByAServerThatTakesNoMoreWorkThatItShutsDown() {
    threads.shutdown();
    JobHandover handover = handover(PATIENCE, this::jobTakesTheRun);

    assertThat(logged(() -> handover.toJob(run, Optional.empty(), Optional.empty()))).isEmpty();

    assertThat(launched).isEmpty();
    assertThat(active.isShuttingDown()).isTrue();
  }

  /** Returns what is logged meanwhile for operators. */
  private static List<LogRecord> logged(Runnable work) {
    List<LogRecord> lines = new ArrayList<>();
    var log = Logger.getLogger(JobHandover.class.getName());
    log.setLevel(Level.WARNING);
    log.setFilter(line -> !lines.add(line)); // which no handler gets
    try {
      work.run();
      return lines;
    } finally {
      log.setFilter(null);
      log.setLevel(null);
    }
  }

  @Test
  void keepsARunThatIsCancelledBeforeItsJobBegins() {
    JobHandover handover = handover(PATIENCE, unused -> run.stop(StopCause.CANCEL));
    Instant start = Instant.now();

    assertThat(handover.toJob(run, Optional.empty(), Optional.of(EndlessWork.on(run, threads))))
        .isFalse();

    assertThat(Duration.between(start, Instant.now())).isLessThan(PATIENCE.dividedBy(2));
    assertThat(handover.take(run.id(), EXECUTION)).as("for a job that comes later").isEmpty();
  }

  @Test
  void movesARunToItsJobThoughItIsPausedMeanwhile() {
    JobHandover handover =
        handover(
            PATIENCE,
            it -> {
              run.stop(StopCause.PAUSE);
              jobTakesTheRun(it);
            });

    assertThat(handover.toJob(run, Optional.empty(), Optional.of(EndlessWork.on(run, threads))))
        .isTrue();
  }

  @Test
  void keepsARunThatItsServerHasLost() {
    isHeld = false;

    assertThat(
            handover(PATIENCE, this::jobTakesTheRun).toJob(run, Optional.empty(), Optional.empty()))
        .isFalse();
    assertThat(taken.join()).isEmpty();
  }

  @Test
  void startsNoJobWhileTheServerShutsDown() {
    active.shutDown();

    assertThat(
            handover(PATIENCE, this::jobTakesTheRun).toJob(run, Optional.empty(), Optional.empty()))
        .isFalse();
    assertThat(launched).isEmpty();
  }

  @Test
  void offersNoRunToTheJobOfAnother() {
    JobHandover handover =
        handover(
            PATIENCE,
            it -> {
              assertThat(it.take(UUID.randomUUID(), EXECUTION)).isEmpty();
              jobTakesTheRun(it);
            });

    assertThat(handover.toJob(run, Optional.empty(), Optional.empty())).isTrue();
  }

  private void jobTakesTheRun(JobHandover handover) {
    taken.complete(handover.take(run.id(), EXECUTION));
  }

  /**
   * @param job what the job does that is started for a run
   */
  private JobHandover handover(Duration patience, Consumer<JobHandover> job) {
    var launcher = new Launcher(job);
    var handover = new JobHandover(launcher, new KeptClaims(), active, threads, patience);
    launcher.handover = handover;
    return handover;
  }

  /** Starts a job on the thread of its caller. */
  private final class Launcher extends JobLauncher {

    private final Consumer<JobHandover> job;
    private @Nullable JobHandover handover;

    Launcher(Consumer<JobHandover> job) {
      this.job = job;
    }

    @Override
    public void launch(UUID id, Optional<Long> before) {
      assertThat(id).isEqualTo(run.id());
      launched.add(before);
      job.accept(requireNonNull(handover));
    }
  }

  /** Claims of a database that knows of one run at most. */
  private final class KeptClaims extends Claims {

    @SuppressWarnings("NullAway") // the one method that is called needs none of them
    KeptClaims() {
      super(null, null, null, null, null);
    }

    @Override
    public boolean moveToJob(Claim claim, long execution) {
      assertThat(execution).isEqualTo(EXECUTION);
      return isHeld;
    }
  }
}

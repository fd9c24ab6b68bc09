package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.SharedPermits.Owner;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.HttpEndpoints;
import dev.reprise.queue.row.JournalHeads;
import dev.reprise.queue.row.JournalHeads.Head;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.event.Startup;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Clients that wait for runs do not wait for each other's responses. */
class RunWaitsTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final UUID ID = new UUID(0, 1);
  private static final Owner ANA = new Owner("acme", "ana");
  private static final Owner BEN = new Owner("acme", "ben");
  private static final Owner EVE = new Owner("beta", "eve");

  @Test
  void aResponseDoesNotDelayAnother() {
    try (ScheduledExecutorService threads = Executors.newScheduledThreadPool(3)) {
      RunWaits waits = waits(threads);
      var bothAreWritten = new CyclicBarrier(2);

      CompletionStage<Integer> one =
          waits
              .settled(ANA, new Fake(RunStatus.QUEUED), HOUR)
              .orElseThrow()
              .thenApply(run -> await(bothAreWritten));
      CompletionStage<Integer> other =
          waits
              .settled(ANA, new Fake(RunStatus.QUEUED), HOUR)
              .orElseThrow()
              .thenApply(run -> await(bothAreWritten));
      waits.start(new Startup());

      assertThat(one.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(20));
      assertThat(other.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(20));
      waits.stop();
    }
  }

  @Test
  void aTenantLeavesHalfOfThePlacesToOthers() {
    try (ScheduledExecutorService threads = Executors.newScheduledThreadPool(1)) {
      RunWaits waits = waits(threads);
      for (int i = 0; i < 250; i++) {
        assertThat(waits.settled(ANA, new Fake(RunStatus.QUEUED), HOUR)).isPresent();
        assertThat(waits.settled(BEN, new Fake(RunStatus.QUEUED), HOUR)).isPresent();
      }

      assertThat(waits.settled(BEN, new Fake(RunStatus.QUEUED), HOUR)).isEmpty();
      assertThat(waits.settled(EVE, new Fake(RunStatus.QUEUED), HOUR)).isPresent();

      waits.start(new Startup()); // all are answered, because no run is found
      Awaitility.await()
          .until(() -> waits.settled(BEN, new Fake(RunStatus.QUEUED), HOUR).isPresent());
      waits.stop();
    }
  }

  /** On Derby a read of many runs and a claim of one may wait for each other. */
  @Test
  void aDeadlockOfALookAnswersNobody() {
    var deadlock = new DatabaseException(new SQLException("for a test", "40001"));
    var looks = new AtomicInteger();
    try (ScheduledExecutorService threads = Executors.newScheduledThreadPool(2)) {
      RunWaits waits =
          waits(
              threads,
              ids -> {
                if (looks.getAndIncrement() == 0) {
                  throw deadlock;
                }
                return List.of(new Head(ID, RunStatus.COMPLETED, 5));
              });
      CompletionStage<Run> answer =
          waits.settled(ANA, new Fake(RunStatus.QUEUED), HOUR).orElseThrow();
      waits.start(new Startup());

      assertThat(answer.toCompletableFuture())
          .succeedsWithin(Duration.ofSeconds(20))
          .extracting(Run::status)
          .isEqualTo(RunStatus.COMPLETED);
      waits.stop();
    }
  }

  private static int await(CyclicBarrier barrier) {
    try {
      return barrier.await(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("the other response is not written at the same time", e);
    }
  }

  /** Finds no run, as if all were erased. */
  private static RunWaits waits(ScheduledExecutorService threads) {
    return waits(threads, ids -> List.of());
  }

  @SuppressWarnings("NullAway") // nothing that is overridden uses what the fakes lack
  private static RunWaits waits(
      ScheduledExecutorService threads, Function<Collection<UUID>, List<Head>> found) {
    var runs =
        new Runs(null, null) {
          @Override
          public Optional<Run> find(UUID id) {
            return found.apply(List.of(id)).stream()
                .<Run>map(head -> new Fake(head.status()))
                .findFirst();
          }
        };
    var heads =
        new JournalHeads(null, null) {
          @Override
          public List<Head> of(Collection<UUID> ids) {
            return found.apply(ids);
          }
        };
    var waits =
        new RunWaits(
            runs,
            heads,
            new HttpEndpoints(),
            Clock.systemUTC(),
            new SmallRyeConfigBuilder()
                .withDefaultValue("reprise.tenant.pattern", "[^@]+@(.+)")
                .build());
    waits.executor =
        (ManagedScheduledExecutorService)
            Proxy.newProxyInstance(
                RunWaitsTest.class.getClassLoader(),
                new Class<?>[] {ManagedScheduledExecutorService.class},
                (proxy, method, arguments) -> method.invoke(threads, arguments));
    return waits;
  }

  private static final class Fake extends Run {

    private final RunStatus status;

    private Fake(RunStatus status) {
      this.status = status;
    }

    @Override
    public UUID id() {
      return ID;
    }

    @Override
    public RunStatus status() {
      return status;
    }
  }
}

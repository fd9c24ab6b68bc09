package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.queue.row.RecordReads.TooManyReadsException;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records are read in turn, and no tenant's long ones keep another's from being read. */
@Timeout(60)
class RecordReadsTest {

  @Test
  void aTenantLeavesHalfToTheOthers() throws Exception {
    var reads =
        new RecordReads(
            new SmallRyeConfigBuilder()
                .withDefaultValue("reprise.reads.max", "2")
                .withDefaultValue("reprise.tenant.pattern", "[^@]+@(.+)")
                .build(),
            Clock.systemUTC());
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> first = threads.submit(() -> reads.of("acme", () -> longRead(begun, end)));
      begun.await();
      Future<String> second = threads.submit(() -> reads.of("acme", () -> "short"));

      assertThat(reads.of("beta", () -> "read")).isEqualTo("read");
      assertThat(second.isDone()).as("waits for its tenant's").isFalse();

      end.countDown();
      assertThat(first.get()).isEqualTo("long");
      assertThat(second.get()).isEqualTo("short");
    }
  }

  @Test
  void refusesAtOnceWhereTooManyWait() {
    var reads = new RecordReads(Clock.systemUTC(), 1, 1, 1);

    String read =
        reads.of(
            "acme",
            () -> {
              assertThatThrownBy(() -> reads.of("acme", () -> "another"))
                  .isInstanceOf(TooManyReadsException.class);
              return "read";
            });

    assertThat(read).isEqualTo("read");
  }

  @Test
  void givesItsPermitBackWhenAReadFails() {
    var reads = new RecordReads(Clock.systemUTC(), 1, 1, 1);

    assertThatThrownBy(
            () ->
                reads.of(
                    "acme",
                    () -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(reads.of("acme", () -> "read")).isEqualTo("read");
  }

  private static String longRead(CountDownLatch begun, CountDownLatch end) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return "long";
  }
}

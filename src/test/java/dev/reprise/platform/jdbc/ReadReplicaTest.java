package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.journal.store.TestDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class ReadReplicaTest {

  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final ReadReplica replica = new ReadReplica(Optional.of(TestDatabases.derby()), clock);
  private final AtomicBoolean fails = new AtomicBoolean();
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void leavesReadsToTheDatabaseItselfWithoutAReplica() {
    assertThat(ReadReplica.none().read(source -> "read")).isEmpty();
  }

  @Test
  void triesAReplicaThatFailedAgainAfterAPauseWithOneRead() {
    assertThat(replica.read(this::read)).contains("read");

    fails.set(true);
    assertThat(replica.read(this::read)).isEmpty();
    assertThat(replica.read(this::read)).isEmpty();
    assertThat(attempts).hasValue(2);

    clock.moveTo(clock.instant().plus(Duration.ofSeconds(30)));
    assertThat(replica.read(this::readWithAnotherMeanwhile)).isEmpty();
    assertThat(attempts).as("the other read did not try").hasValue(3);

    fails.set(false);
    clock.moveTo(clock.instant().plus(Duration.ofSeconds(30)));
    assertThat(replica.read(this::read)).contains("read");
    assertThat(replica.read(this::read)).contains("read");
  }

  @Test
  void throwsWhatIsNoFailureOfTheReplica() {
    assertThatThrownBy(
            () ->
                replica.read(
                    source -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(replica.read(this::read)).contains("read");
  }

  private String readWithAnotherMeanwhile(DataSource source) {
    assertThat(replica.read(this::read)).isEmpty();
    return read(source);
  }

  private String read(DataSource source) {
    attempts.incrementAndGet();
    if (fails.get()) {
      throw new DatabaseException(new SQLException("no answer", "08006"));
    }
    return "read";
  }
}

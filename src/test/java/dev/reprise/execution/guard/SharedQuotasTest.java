package dev.reprise.execution.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.Engine;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.resilience.Quota;
import dev.reprise.resilience.RateLimitPauseTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Test;

/** Pauses that servers share. */
@QuietLog
class SharedQuotasTest {

  private static final Duration WAIT = Duration.ofSeconds(20);

  private final ManualClock clock = new ManualClock(Engine.START);
  private final Quota quota = new Quota("openai", UUID.randomUUID().toString(), "default");

  @Test
  void areSeenByAnotherServerWithinASecondAndByItsNextStart() {
    var here = new SharedQuotas(new Database(TestDatabases.derby()), clock);
    var there = new SharedQuotas(new Database(TestDatabases.derby()), clock);
    assertThat(there.pauseOf(quota)).isEmpty();

    here.pause(quota, WAIT);

    assertThat(here.pauseOf(quota)).contains(WAIT);
    assertThat(there.pauseOf(quota)).as("it polled just now").isEmpty();
    clock.moveTo(clock.instant().plusSeconds(1));
    assertThat(there.pauseOf(quota)).contains(WAIT.minusSeconds(1));
    assertThat(new SharedQuotas(new Database(TestDatabases.derby()), clock).pauseOf(quota))
        .contains(WAIT.minusSeconds(1));
    clock.moveTo(clock.instant().plus(WAIT));
    assertThat(there.pauseOf(quota)).isEmpty();
  }

  @Test
  void endEverywhereWithinASecondWhenAnOperatorEndsThem() throws SQLException {
    var here = new SharedQuotas(new Database(TestDatabases.derby()), clock);
    var there = new SharedQuotas(new Database(TestDatabases.derby()), clock);
    here.pause(quota, WAIT);
    assertThat(there.pauseOf(quota)).contains(WAIT);

    new RateLimitPauseTable(new Database(TestDatabases.derby())).resume(quota, clock.instant());
    clock.moveTo(clock.instant().plusSeconds(1));

    assertThat(here.pauseOf(quota)).isEmpty();
    assertThat(there.pauseOf(quota)).isEmpty();
    here.pause(quota, WAIT);
    assertThat(here.pauseOf(quota)).contains(WAIT);
  }

  @Test
  void areTheServersOwnIfTheDatabaseDoesNotAnswer() {
    var nothing = new EmbeddedDataSource();
    nothing.setDatabaseName("memory:not-there");
    var here = new SharedQuotas(new Database(nothing), clock);

    here.pause(quota, WAIT);

    assertThat(here.pauseOf(quota)).contains(WAIT);
    clock.moveTo(clock.instant().plusSeconds(1));
    assertThat(here.pauseOf(quota)).contains(WAIT.minusSeconds(1));
  }
}

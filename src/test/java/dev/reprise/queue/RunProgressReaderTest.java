package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.budget.Spending;
import dev.reprise.journal.Waits;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.RunProgressReader.Progress;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.state.RunStatus;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every database must tell of many runs at once. */
@EachDatabase
class RunProgressReaderTest extends RunsFixture {

  @Test
  void saysWhichRunsContinueOnlyAfterAPersonActs() {
    UUID queued = queued();
    UUID paused = queued();
    queue.pause(paused, paused("ana"));
    UUID asking = queued();
    ClaimResult.Admitted admitted = admitted(asking, HERE);
    claims
        .release(admitted.claim(), admitted.head(), Waits.of("approval", "asks", Optional.empty()))
        .await();
    UUID sleeping = waiting(Instant.now().plusSeconds(600));

    assertThat(of(queued, paused, asking, sleeping, UUID.randomUUID()))
        .extracting(Progress::run, Progress::status, Progress::awaitsPerson)
        .containsExactlyInAnyOrder(
            tuple(queued, RunStatus.QUEUED, false),
            tuple(paused, RunStatus.PAUSED, true),
            tuple(asking, RunStatus.WAITING, true),
            tuple(sleeping, RunStatus.WAITING, false));
  }

  @Test
  void saysHowFarARunIsAndWhatItHasSpentIfThatIsKnown() throws SQLException {
    UUID known = queued();
    admitted(known, HERE);
    execute("UPDATE run SET spent_usd = 0.250000000, spent_tokens = 70 WHERE id = ?", known);
    UUID unknown = queued();

    assertThat(of(known, unknown))
        .extracting(Progress::run, Progress::lastSequence, Progress::spent)
        .containsExactlyInAnyOrder(
            tuple(known, 2L, Optional.of(new Spending(new BigDecimal("0.25"), 70, 0, 0))),
            tuple(unknown, 1L, Optional.empty()));
  }

  private List<Progress> of(UUID... runs) {
    return new RunProgressReader(table).of(List.of(runs));
  }
}

package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.FencedUpdate.Progress;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Waits;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.Claims;
import dev.reprise.queue.LostInMemoryRuns;
import dev.reprise.queue.OperatorRestart;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the row of a run says to lists must follow the run's record, on every database. */
@EachDatabase
class RunSummaryTest extends RunsFixture {

  private static final LifecycleEvent.Failed FAILED =
      new LifecycleEvent.Failed(new Failure("iteration_limit", "20 model calls are over"));

  @Test
  void saysHowFarAWorkingRunHasComeAndWhen() throws SQLException {
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);
    String updated = text("updated_at", run).orElseThrow();

    Position head = step(admitted, admitted.head(), new Progress("gather", 1, usd("0.5"), 100L));
    step(admitted, head, Progress.UNKNOWN);

    assertThat(text("phase", run)).contains("gather");
    assertThat(text("iteration", run)).contains("1");
    assertThat(text("spent_usd", run).map(BigDecimal::new)).contains(usd("0.500000000"));
    assertThat(text("progressed_at", run)).isPresent();
    assertThat(text("updated_at", run)).as("the index by it does not move").contains(updated);
  }

  @Test
  void saysWhenAndWhyARunFailedUntilItIsRetried() throws SQLException {
    UUID run = released(FAILED);

    assertThat(text("ended_at", run)).isEqualTo(text("updated_at", run)).isPresent();
    assertThat(text("failure_code", run)).contains("iteration_limit");
    assertThat(reason(run)).contains("20 model calls are over");

    queue.retry(run, new ControlEvent.Retried("ana", Instant.EPOCH, Optional.empty()));
    assertNothingSaid(run);
  }

  @Test
  void forgetsAnEndThatARestartOfItsJobTakesBack() throws SQLException {
    UUID run = released(FAILED);

    var restart = new OperatorRestart(2, Set.of(1L), "ana");
    assertThat(claims.claim(run, HERE, LEASE, restart)).isInstanceOf(ClaimResult.Admitted.class);

    assertNothingSaid(run);
  }

  @Test
  void saysWhyARunWaitsUntilItContinues() throws SQLException {
    UUID run = released(Waits.of("loop", "it repeats itself", Optional.empty()));

    assertThat(reason(run)).contains("it repeats itself");
    assertThat(text("ended_at", run)).isEmpty();

    queue.pause(run, paused("ana"));
    assertThat(reason(run)).contains("the audit");
    queue.resume(run, resumed());
    assertNothingSaid(run);
  }

  @Test
  void saysWhenARunEndedThatNoServerHolds() throws SQLException {
    UUID cancelled = queued();
    queue.cancel(cancelled, new ControlEvent.Cancelled("ana", "not needed"));
    UUID inMemory = UUID.randomUUID();
    table.update(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, home, created_at, updated_at)
        VALUES (?, 'default', 'surveyor', 'v', 'w', 'ana', 'QUEUED', 0, 1, 'here#0',
                CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)""",
        inMemory);
    var records = new LostInMemoryRuns(table, journal, reasons);
    assertThat(records.fail(row(inMemory))).isTrue();

    assertThat(text("ended_at", cancelled)).isPresent();
    assertThat(reason(cancelled)).contains("not needed");
    assertThat(text("failure_code", inMemory)).contains(LostInMemoryRuns.CODE);
    assertThat(text("ended_at", inMemory)).isPresent();
  }

  @Test
  void encryptsTheReasonIfRecordsAreEncrypted() throws SQLException {
    var keys = new TextEncryption(KeySource.of(KeyRing.parse(KEY)));
    var hiding = new ReasonEncryption(keys, Redaction.none());
    var hidden = new Claims(table, unclaimed, journal, hiding, Clock.systemUTC());
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);

    hidden.release(admitted.claim(), admitted.head(), FAILED).await();

    String column = text("status_reason", run).orElseThrow();
    assertThat(column).startsWith("k1:").doesNotContain("model calls");
    assertThat(hiding.show(run, ReasonEncryption.Kind.STATUS, 0, column))
        .isEqualTo("20 model calls are over");
  }

  private UUID released(LifecycleEvent event) {
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);
    claims.release(admitted.claim(), admitted.head(), event).await();
    return run;
  }

  private Position step(ClaimResult.Admitted admitted, Position head, Progress progress) {
    var event = new LifecycleEvent.RecordDelayed(1);
    return journal
        .append(
            admitted.claim().writer(), head, List.of(event), FencedUpdate.advance(() -> progress))
        .await();
  }

  private Optional<String> reason(UUID run) throws SQLException {
    return text("status_reason", run)
        .map(column -> reasons.show(run, ReasonEncryption.Kind.STATUS, 0, column));
  }

  private void assertNothingSaid(UUID run) throws SQLException {
    assertThat(text("ended_at", run)).isEmpty();
    assertThat(text("failure_code", run)).isEmpty();
    assertThat(text("status_reason", run)).isEmpty();
  }

  private static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}

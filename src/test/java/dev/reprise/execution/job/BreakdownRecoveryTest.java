package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.execution.Engine;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.telemetry.Tracings;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.QuietLog;
import dev.reprise.platform.ServerFaults;
import dev.reprise.platform.StackFingerprint;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.server.NamedServers;
import dev.reprise.queue.KeptClaims;
import dev.reprise.queue.row.Claim;
import dev.reprise.resilience.RetryPolicy;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is recorded of a run that broke down before its record was read, and when it is due. */
@QuietLog
class BreakdownRecoveryTest {

  private final KeptClaims claims = new KeptClaims();

  @Test
  void nameTheInnermostCauseInOneLineAndTheFingerprintOfAll() {
    var fault =
        new IllegalStateException("the worker broke down", new OutOfMemoryError("no\nheap"));

    Failure failure = unread(1, fault);

    assertThat(failure)
        .isEqualTo(
            new Failure("broke_down", "no heap (fault %s)".formatted(StackFingerprint.of(fault))));
    assertThat(claims.last().why().failure()).isEqualTo(failure);
    assertThat(claims.last().delay()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void costNoAttemptAndWaitLongerWhileTheDatabaseIsDown() {
    var away = new IllegalStateException("no transaction", new SQLException("gone", "08006"));

    assertThat(unread(1, away).code()).isEqualTo("store_unavailable");
    assertThat(claims.last().why().costsAttempt()).isFalse();
    assertThat(claims.last().delay()).isEqualTo(Duration.ofSeconds(10));
    unread(9, away);
    assertThat(claims.last().delay()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void costNoAttemptIfTheServerHasNoFileDescriptorLeft() {
    var full = new UncheckedIOException(new IOException("/tmp/x: Too many open files"));

    assertThat(unread(1, full).code()).isEqualTo("server_fault");
    assertThat(claims.last().why().costsAttempt()).isFalse();
    assertThat(claims.last().delay()).isEqualTo(Duration.ofSeconds(10));
    assertThat(faults.mustRestart()).isFalse();
  }

  @Test
  void breakTheServerIfItCouldNotLoadAClassForWantOfOne() {
    unread(1, new NoClassDefFoundError("Could not initialize class Z"));
    assertThat(claims.last().why().costsAttempt()).isTrue(); // of the product or a tool
    assertThat(faults.mustRestart()).isFalse();

    unread(1, new ClassFormatError("Could not read class 'X' (Too many open files)"));
    assertThat(claims.last().why().costsAttempt()).isFalse();
    assertThat(faults.mustRestart()).isTrue();

    unread(1, new NoClassDefFoundError("Could not initialize class Y"));
    assertThat(claims.last().why().costsAttempt()).isFalse();
  }

  @Test
  void costNoAttemptIfATransactionTookTooLong() {
    unread(1, new TransactionalException("late", new RollbackException("timed out")));

    assertThat(claims.last().why().costsAttempt()).isFalse();
  }

  @Test
  void costAnAttemptIfTheDatabaseRefusesTheStatement() {
    unread(1, new SQLException("too long", "22001"));

    assertThat(claims.last().why().costsAttempt()).isTrue();
  }

  private final ServerFaults faults = new ServerFaults();

  private Failure unread(int admissions, Throwable why) {
    var retries =
        new RetrySettings(
            RetryPolicy.TRANSPORT,
            RetryPolicy.TOOL,
            RetryPolicy.WORKFLOW,
            RetryPolicy.RECONCILIATION,
            Duration.ZERO,
            () -> 0);
    var breakdowns =
        new BreakdownRecovery(
            claims,
            retries,
            Redaction.none(),
            Tracings.off(),
            NamedServers.on("here", Optional.empty()),
            faults,
            new ManualClock(Engine.START));
    return breakdowns.requeueUnread(new Claim(Engine.RUN, "default", 1), admissions, why);
  }
}

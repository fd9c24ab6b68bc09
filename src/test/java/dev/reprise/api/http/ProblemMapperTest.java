package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.platform.Json;
import dev.reprise.platform.jdbc.Commit;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionalException;
import jakarta.ws.rs.ProcessingException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Failures of the caller and of the server are distinguished; the server's reveal nothing. */
class ProblemMapperTest {

  @Test
  void revealsNothingOfAnInternalFailure() {
    ProblemException told = ProblemMapper.of(new IllegalStateException("the secret is out"));

    assertThat(told.type()).isEqualTo(ProblemType.INTERNAL_ERROR);
    assertThat(told.detail()).doesNotContain("secret");
  }

  @Test
  void doesNotBlameTheCallerForJsonOfTheServer() {
    try {
      Json.read("{");
    } catch (IllegalArgumentException inside) {
      assertThat(ProblemMapper.of(inside).type()).isEqualTo(ProblemType.INTERNAL_ERROR);
    }
  }

  @Test
  void findsARefusalThatTheFrameworkHasWrapped() {
    var refusal = new ProblemException(ProblemType.BODY_TOO_LARGE, "too large");

    assertThat(ProblemMapper.of(new ProcessingException(refusal))).isSameAs(refusal);
  }

  @Test
  void isRetryableWhenTheDatabaseDoesNotAnswer() {
    var away = new RuntimeException(new SQLNonTransientConnectionException("host db:5432 is away"));

    assertThat(ProblemMapper.of(away).type()).isEqualTo(ProblemType.STORE_UNAVAILABLE);
    assertThat(ProblemMapper.of(away).detail()).doesNotContain("5432");
    assertThat(ProblemMapper.of(new RuntimeException(new SQLSyntaxErrorException("bad"))).type())
        .isEqualTo(ProblemType.INTERNAL_ERROR);
  }

  @Test
  void isRetryableWhenTheContainerRolledATransactionBack() {
    var late = new RollbackException("Global transaction timed out after 120 seconds");
    var refused = new RollbackException("the flush failed");
    refused.initCause(new SQLSyntaxErrorException("bad"));

    assertThat(ProblemMapper.of(new TransactionalException(late.getMessage(), late)).type())
        .isEqualTo(ProblemType.STORE_UNAVAILABLE);
    assertThat(ProblemMapper.of(new TransactionalException("failed", refused)).type())
        .isEqualTo(ProblemType.INTERNAL_ERROR);
  }

  @Test
  void isRetryableWhenTheAnswerToTheCommitOfAReadWasLost() {
    var lost = new HeuristicMixedException("the connection broke");

    assertThat(ProblemMapper.of(new TransactionalException(lost.getMessage(), lost)).type())
        .isEqualTo(ProblemType.STORE_UNAVAILABLE);
  }

  @Test
  void saysThatNothingWasChangedOnlyIfThatIsKnown() {
    var away = new SQLNonTransientConnectionException("host db:5432 is away", "08006");
    var inDoubt =
        assertThrows(
            SQLException.class,
            () ->
                Commit.of(
                    () -> {
                      throw away;
                    }));
    var run = new UUID(0, 1);

    ProblemException known =
        ProblemMapper.of(new JournalUnavailableException("append to", run, away));
    ProblemException unknown =
        ProblemMapper.of(new JournalUnavailableException("append to", run, inDoubt));

    assertThat(known.type()).isEqualTo(ProblemType.STORE_UNAVAILABLE);
    assertThat(known.detail()).contains("nothing was changed");
    assertThat(unknown.type()).isEqualTo(ProblemType.OUTCOME_UNKNOWN);
    assertThat(unknown.type().isRetryable()).isFalse();
    assertThat(unknown.detail())
        .contains("may or may not have been made", "GET")
        .doesNotContain("5432");
    assertThat(ProblemMapper.of(new RuntimeException(inDoubt)).type())
        .isEqualTo(ProblemType.OUTCOME_UNKNOWN);
  }

  @Test
  void hasOneUriForEachType() {
    assertThat(Arrays.stream(ProblemType.values()).map(ProblemType::uri)).doesNotHaveDuplicates();
    assertThat(ProblemType.UNKNOWN_AGENT.uri()).hasToString("urn:reprise:problem:unknown-agent");
  }
}

package dev.reprise.api.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Who executes a plan names it by its time and its digest. */
class RetentionPlanTokenTest {

  private static final String DIGEST = "0a".repeat(32);

  @Test
  void isReadAsItIsWritten() {
    var token = new RetentionPlanToken(Instant.parse("2030-01-31T08:00:00.123Z"), DIGEST);

    assertThat(token.toString()).matches(RetentionPlanToken.PATTERN);
    assertThat(RetentionPlanToken.read(token.toString())).contains(token);
  }

  @Test
  void isNoneOfATimeThatDatabasesDoNotKnow() {
    for (String time : new String[] {"-999999999-01-01T00:00:00Z", "2030-02-31T08:00:00Z"}) {
      String text = time + "/" + DIGEST;

      assertThat(text).matches(RetentionPlanToken.PATTERN);
      assertThat(RetentionPlanToken.read(text)).isEmpty();
    }
  }
}

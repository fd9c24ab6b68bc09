package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunTraceTest {

  private static final UUID RUN = UUID.fromString("3f0a7a54-6a6b-4a57-9b1d-0d6f3c5f8e10");

  @Test
  void isTheSameOnEachServer() {
    assertThat(RunTrace.id(RUN)).isEqualTo("431e866a48e0e9843d18ef550564a9c9");
  }

  @Test
  void differsFromThatOfAnotherRun() {
    assertThat(RunTrace.id(RUN)).isNotEqualTo(RunTrace.id(new UUID(1, 2)));
  }

  @Test
  void hasASpanForEachClaim() {
    assertThat(RunTrace.context(RUN, 1))
        .returns(true, context -> context.isValid())
        .returns(RunTrace.id(RUN), context -> context.getTraceId());
    assertThat(RunTrace.claimSpan(RUN, 1)).isNotEqualTo(RunTrace.claimSpan(RUN, 2));
  }
}

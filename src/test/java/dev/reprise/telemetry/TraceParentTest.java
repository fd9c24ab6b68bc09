package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

  private static final String VALID = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void readsWhatItWrites() {
    assertThat(TraceParent.parse(VALID).map(TraceParent::of)).contains(VALID);
  }

  @Test
  void namesTheSpanOfAClaim() {
    var run = new UUID(3, 4);

    assertThat(TraceParent.parse(TraceParent.of(run, 7)))
        .hasValueSatisfying(
            span -> assertThat(span.getSpanId()).isEqualTo(RunTrace.claimSpan(run, 7)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n"
      })
  void takesNothingFromAnotherForm(String header) {
    assertThat(TraceParent.parse(header)).isEmpty();
  }
}

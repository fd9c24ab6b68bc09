package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which faults have equal fingerprints. */
class StackFingerprintTest {

  @Test
  void isTheSameForTheSameFaultWithAnyMessage() {
    List<String> digests =
        Stream.of("one", "other").map(this::fault).map(StackFingerprint::of).toList();

    assertThat(digests.getFirst()).matches("[0-9a-f]{8}").isEqualTo(digests.getLast());
  }

  @Test
  void differsForAnotherClassPlaceOrCause() {
    Supplier<Throwable> here = () -> new IllegalStateException("x");

    assertThat(
            Stream.of(
                    fault("x"),
                    new IllegalStateException("x"),
                    here.get(),
                    new IllegalStateException("x", new IOException()),
                    new IllegalStateException("x", new IllegalArgumentException()))
                .map(StackFingerprint::of))
        .doesNotHaveDuplicates();
  }

  @Test
  void endsIfCausesFormACircle() {
    var one = new IllegalStateException("one");
    var other = new IllegalStateException("other", one);
    one.initCause(other);

    assertThat(StackFingerprint.of(one)).hasSize(8);
  }

  private Throwable fault(String words) {
    return new IllegalArgumentException(words, new IOException(words));
  }
}

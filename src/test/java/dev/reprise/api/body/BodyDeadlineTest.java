package dev.reprise.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A body arrives in time as a whole, however short the pauses of its client are. */
class BodyDeadlineTest {

  private static final int FILE = 60 * BodyDeadline.BYTES_PER_SECOND;

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void aDripEndsAfterTheGrace() {
    InputStream drip = arriving(1_000, 1, Duration.ofSeconds(1));

    assertThatThrownBy(drip::readAllBytes)
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.type()).isEqualTo(ProblemType.BODY_TOO_SLOW);
              assertThat(refusal.detail()).startsWith("Of the body, 31 bytes arrived in time");
            });
  }

  @Test
  void aSmallBodyMayTakeTheGrace() throws IOException {
    InputStream body = arriving(30, 1, Duration.ofSeconds(1));

    assertThat(body.readAllBytes()).hasSize(30);
  }

  @Test
  void aFileMayTakeAsLongAsItsRateAllows() throws IOException {
    int part = BodyDeadline.BYTES_PER_SECOND / 2;

    assertThat(arriving(FILE, part, Duration.ofMillis(700)).readNBytes(new byte[FILE], 0, FILE))
        .isEqualTo(FILE);
    assertThatThrownBy(
            () -> arriving(FILE, part, Duration.ofSeconds(1)).readNBytes(new byte[FILE], 0, FILE))
        .isInstanceOf(ProblemException.class);
  }

  private InputStream arriving(int length, int part, Duration pause) {
    InputStream parts =
        new ByteArrayInputStream(new byte[length]) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int most) {
            nanos.addAndGet(pause.toNanos());
            return super.read(bytes, offset, Math.min(part, most));
          }
        };
    return new BodyDeadline(parts, nanos::get);
  }
}

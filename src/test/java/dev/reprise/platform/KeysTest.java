package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.TestConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys that a server starts with and continues with. */
class KeysTest {

  private static final String KEY = "k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void refusesToStartWithEncryptionButNoSeal() {
    assertThatThrownBy(() -> keys(Map.of("reprise.encryption.keys", KEY)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.encryption.keys")
        .hasMessageContaining("reprise.seal.keys");
  }

  @Test
  void sealsWithOrWithoutEncryption() {
    assertThat(keys(Map.of("reprise.seal.keys", KEY)).encryption().isEmpty()).isTrue();
    assertThat(
            keys(Map.of("reprise.seal.keys", KEY, "reprise.encryption.keys", KEY))
                .encryption()
                .isEmpty())
        .isFalse();
    assertThat(keys(Map.of()).sealing().isEmpty()).isTrue();
  }

  @Test
  void keepsItsKeysIfAFileLosesAll(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("seal.keys"), KEY);
    var clock = new SetClock();
    KeySource keys = KeySource.of("reprise.seal", file, clock);

    Files.writeString(file, "# none\n");
    Files.setLastModifiedTime(file, FileTime.from(START.plusSeconds(3600)));
    clock.now = START.plusSeconds(10);

    assertThat(keys.active().map(KeyRing.Key::id)).contains("k1");
  }

  @Test
  void derivesADifferentKeyForEachPurpose() {
    KeyRing.Key key = KeyRing.parse(KEY).active().orElseThrow();

    assertThat(key.derive("one"))
        .hasSize(32)
        .isEqualTo(key.derive("one"))
        .isNotEqualTo(key.derive("other"))
        .isNotEqualTo(key.material());
  }

  private static Keys keys(Map<String, String> properties) {
    return new Keys(TestConfig.of(properties), Clock.systemUTC());
  }

  /** A clock that a test sets. */
  private static final class SetClock extends Clock {

    private Instant now = START;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}

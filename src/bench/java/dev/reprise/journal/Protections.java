package dev.reprise.journal;

import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.time.Clock;

/** How records are protected in a benchmark; keys are made up. */
public enum Protections {
  PLAIN(KeyRing.EMPTY, KeyRing.EMPTY),
  SEALED(Keys.RING, KeyRing.EMPTY),
  ENCRYPTED(Keys.RING, Keys.RING);

  private final KeyRing sealing;
  private final KeyRing encryption;

  Protections(KeyRing sealing, KeyRing encryption) {
    this.sealing = sealing;
    this.encryption = encryption;
  }

  Recorder recorder() {
    return new Recorder(
        RecordSettings.defaults(),
        KeySource.of(sealing),
        KeySource.of(encryption),
        Clock.systemUTC());
  }

  private static final class Keys {
    static final KeyRing RING = KeyRing.parse("k1=" + "A".repeat(43) + "=");
  }
}

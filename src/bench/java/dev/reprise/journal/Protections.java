package dev.reprise.journal;

import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import java.time.Clock;

/** How records are protected in a benchmark; the keys are for benchmarks only. */
public enum Protections {
  PLAIN("", ""),
  SEALED(Secret.KEY, ""),
  ENCRYPTED(Secret.KEY, Secret.KEY);

  private final String sealing;
  private final String encryption;

  Protections(String sealing, String encryption) {
    this.sealing = sealing;
    this.encryption = encryption;
  }

  EventEncoder recorder() {
    return new EventEncoder(
        new RecordSettings(),
        Redaction.none(),
        KeySource.of(KeyRing.parse(sealing)),
        KeySource.of(KeyRing.parse(encryption)),
        Clock.systemUTC());
  }

  private static final class Secret {
    static final String KEY = "k1=" + "A".repeat(43) + "=";
  }
}

package dev.reprise.journal.seal;

import dev.reprise.journal.RecordSettings;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import java.time.Clock;

/** Encoders for tests. */
public final class Recorders {

  private Recorders() {}

  /** Returns one without keys, as a server without configuration has it. */
  public static EventEncoder plain() {
    return with("", "", new RecordSettings());
  }

  /** Returns one without keys that redacts. */
  static EventEncoder redacting(Redaction redaction) {
    return new EventEncoder(
        new RecordSettings(),
        redaction,
        KeySource.of(KeyRing.parse("")),
        KeySource.of(KeyRing.parse("")),
        Clock.systemUTC());
  }

  /** Returns one that seals and encrypts with these keys; see {@link KeyRing#parse}. */
  public static EventEncoder with(String sealing, String encryption, RecordSettings settings) {
    return new EventEncoder(
        settings,
        Redaction.none(),
        KeySource.of(KeyRing.parse(sealing)),
        KeySource.of(KeyRing.parse(encryption)),
        Clock.systemUTC());
  }
}

package dev.reprise.journal;

import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.time.Clock;

/** Recorders for tests. */
final class Recorders {

  private Recorders() {}

  /** Returns one without keys, as a server has it that is told nothing. */
  static Recorder plain() {
    return with("", "", RecordSettings.defaults());
  }

  /** Returns one that seals and encrypts with these keys; see {@link KeyRing#parse}. */
  static Recorder with(String sealing, String encryption, RecordSettings settings) {
    return new Recorder(
        settings,
        KeySource.of(KeyRing.parse(sealing)),
        KeySource.of(KeyRing.parse(encryption)),
        Clock.systemUTC());
  }
}

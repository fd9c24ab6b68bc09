package dev.reprise.bench;

import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.server.ServerOptions;
import java.time.Clock;
import java.util.Locale;

/** How servers protect their records; the keys are for benchmarks only. */
enum RecordProtection {
  PLAIN {
    @Override
    ServerOptions on(ServerOptions options) {
      return options;
    }

    @Override
    EventEncoder encoder(Clock clock) {
      return withKeys("", "", clock);
    }
  },
  SEALED {
    @Override
    ServerOptions on(ServerOptions options) {
      return options.with("REPRISE_SEAL_KEYS", KEY);
    }

    @Override
    EventEncoder encoder(Clock clock) {
      return withKeys(KEY, "", clock);
    }
  },
  ENCRYPTED {
    @Override
    ServerOptions on(ServerOptions options) {
      return SEALED.on(options).with("REPRISE_ENCRYPTION_KEYS", KEY);
    }

    @Override
    EventEncoder encoder(Clock clock) {
      return withKeys(KEY, KEY, clock);
    }
  };

  private static final String KEY = "k1=" + "A".repeat(43) + "=";

  /** Reads {@code bench.protection}: plain, sealed or encrypted (and sealed). */
  static RecordProtection fromSystemProperties() {
    return valueOf(System.getProperty("bench.protection", "plain").toUpperCase(Locale.ROOT));
  }

  /** Returns the options of a server that protects its records in this way. */
  abstract ServerOptions on(ServerOptions options);

  /** Returns what writes and reads events like these servers. */
  abstract EventEncoder encoder(Clock clock);

  static EventEncoder withKeys(String sealing, String encryption, Clock clock) {
    return new EventEncoder(
        new RecordSettings(),
        Redaction.none(),
        KeySource.of(KeyRing.parse(sealing)),
        KeySource.of(KeyRing.parse(encryption)),
        clock);
  }
}

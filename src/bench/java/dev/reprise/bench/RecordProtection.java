package dev.reprise.bench;

import dev.reprise.server.ServerOptions;
import java.util.Locale;

/** How servers protect their records; the keys are for benchmarks only. */
enum RecordProtection {
  PLAIN {
    @Override
    ServerOptions on(ServerOptions options) {
      return options;
    }
  },
  SEALED {
    @Override
    ServerOptions on(ServerOptions options) {
      return options.with("REPRISE_SEAL_KEYS", KEY);
    }
  },
  ENCRYPTED {
    @Override
    ServerOptions on(ServerOptions options) {
      return SEALED.on(options).with("REPRISE_ENCRYPTION_KEYS", KEY);
    }
  };

  private static final String KEY = "k1=" + "A".repeat(43) + "=";

  /** Reads {@code bench.protection}: plain, sealed or encrypted (and sealed). */
  static RecordProtection fromSystemProperties() {
    return valueOf(System.getProperty("bench.protection", "plain").toUpperCase(Locale.ROOT));
  }

  /** Returns the options of a server that protects its records in this way. */
  abstract ServerOptions on(ServerOptions options);
}

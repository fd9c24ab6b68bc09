package dev.reprise.telemetry;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of this server in the text format of Prometheus. Collecting them is the caller's
 * work: nothing is collected while no one asks.
 */
public final class MetricsPage {

  private static volatile @Nullable Supplier<String> page;

  private MetricsPage() {}

  /** Sets what writes the page. */
  public static void set(Supplier<String> writer) {
    page = writer;
  }

  /** Returns the page as of now; empty if telemetry is switched off. */
  public static Optional<String> text() {
    return Optional.ofNullable(page).map(Supplier::get);
  }
}

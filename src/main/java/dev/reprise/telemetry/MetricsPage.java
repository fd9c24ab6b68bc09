package dev.reprise.telemetry;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of this server in the text format of Prometheus, where they are not sent instead.
 * Collecting them is the caller's work: nothing is collected while no one asks.
 */
@ApplicationScoped
public class MetricsPage {

  private volatile @Nullable Supplier<Optional<String>> page;

  /** Sets what writes the page, if there is one. */
  public void set(Supplier<Optional<String>> writer) {
    page = writer;
  }

  /** Returns whether the server's OpenTelemetry has asked for it, so that something is measured. */
  boolean isSet() {
    return page != null;
  }

  /** Returns the page as of now; empty if telemetry is switched off, or metrics are sent. */
  public Optional<String> text() {
    return Optional.ofNullable(page).flatMap(Supplier::get);
  }
}

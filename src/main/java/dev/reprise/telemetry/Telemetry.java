package dev.reprise.telemetry;

import dev.reprise.platform.MonotonicClock;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Tracer;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * The tracer and the instruments of this application. Until the start of the server has connected
 * them, and if telemetry is switched off, they do nothing.
 */
@ApplicationScoped
public class Telemetry {

  /** The name under which the application's spans and metrics are found. */
  public static final String SCOPE = "dev.reprise";

  /**
   * The version of the semantic conventions that names of spans, metrics and attributes follow. The
   * conventions for generative AI change without notice, so this is pinned.
   */
  public static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.0";

  private record Connection(
      boolean isOn,
      OpenTelemetry openTelemetry,
      Tracer tracer,
      Instruments instruments,
      MonotonicClock clock) {}

  private static final Connection OFF = connection(OpenTelemetry.noop(), false, () -> 0);
  private static final double NANOS = 1e9;

  private volatile Connection current = OFF;

  /** Begins to measure. */
  public void connect(OpenTelemetry openTelemetry, MonotonicClock clock) {
    current = connection(openTelemetry, true, clock);
  }

  /** Ends what {@link #connect} began. */
  public void disconnect() {
    current = OFF;
  }

  private static Connection connection(
      OpenTelemetry openTelemetry, boolean isOn, MonotonicClock clock) {
    Meter meter = openTelemetry.meterBuilder(SCOPE).setSchemaUrl(SCHEMA).build();
    Tracer tracer = openTelemetry.tracerBuilder(SCOPE).setSchemaUrl(SCHEMA).build();
    return new Connection(isOn, openTelemetry, tracer, new Instruments(meter), clock);
  }

  /** Returns whether anything is measured; else, what costs time to find out can be left out. */
  public boolean isOn() {
    return current.isOn();
  }

  /** Returns the reading of a clock from which {@link #secondsSince} counts. */
  public long now() {
    return current.clock().nanos();
  }

  public double secondsSince(long reading) {
    return (now() - reading) / NANOS;
  }

  public Tracer tracer() {
    return current.tracer();
  }

  public Instruments instruments() {
    return current.instruments();
  }

  /** Returns a meter for values that are read when metrics are collected. */
  public Meter meter() {
    return current.openTelemetry().meterBuilder(SCOPE).setSchemaUrl(SCHEMA).build();
  }
}

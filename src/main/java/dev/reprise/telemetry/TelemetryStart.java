package dev.reprise.telemetry;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.MonotonicClock;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.instrumentation.runtimemetrics.java8.Classes;
import io.opentelemetry.instrumentation.runtimemetrics.java8.Cpu;
import io.opentelemetry.instrumentation.runtimemetrics.java8.GarbageCollector;
import io.opentelemetry.instrumentation.runtimemetrics.java8.MemoryPools;
import io.opentelemetry.instrumentation.runtimemetrics.java8.Threads;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;

/** Connects the application to the server's OpenTelemetry, if the server has it. */
@ApplicationScoped
class TelemetryStart {

  private static final System.Logger LOG = System.getLogger(TelemetryStart.class.getName());

  private final Instance<OpenTelemetry> provided;
  private final MonotonicClock clock;
  private final LogFields fields = new LogFields();

  @Inject
  TelemetryStart(Instance<OpenTelemetry> provided, MonotonicClock clock) {
    this.provided = provided;
    this.clock = clock;
  }

  /** Comes before all that may be measured. */
  void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) Startup unused) {
    fields.add();
    if (!provided.isResolvable()) {
      return;
    }
    OpenTelemetry openTelemetry = provided.get();
    // The first use makes the server create it, with what SdkCustomizer adds.
    Telemetry.connect(openTelemetry, clock);
    if (MetricsPage.text().isEmpty()) {
      Telemetry.disconnect();
      LOG.log(
          WARNING,
          "telemetry: nothing is measured, because OpenTelemetry is switched off (otel.sdk.disabled) or configured for the whole server; leave OTEL_SDK_DISABLED unset");
      return;
    }
    Telemetry.instruments().begin();
    Classes.registerObservers(openTelemetry);
    Cpu.registerObservers(openTelemetry);
    GarbageCollector.registerObservers(openTelemetry);
    MemoryPools.registerObservers(openTelemetry);
    Threads.registerObservers(openTelemetry);
    new ServerThreads().add(Telemetry.meter());
    new ServerConnections().add(Telemetry.meter());
    LOG.log(INFO, "telemetry: on");
  }

  void stop(@Observes Shutdown unused) {
    fields.remove();
    Telemetry.disconnect();
  }
}

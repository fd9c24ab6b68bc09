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
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/**
 * Connects the application to the server's OpenTelemetry, if the server has it. This comes before
 * all that may be measured: the first search for runs of lost servers is part of the start.
 */
@Startup
@Singleton(name = "Telemetry")
@TransactionManagement(TransactionManagementType.BEAN)
public class TelemetryStart {

  private static final System.Logger LOG = System.getLogger(TelemetryStart.class.getName());

  @Inject Instance<OpenTelemetry> provided;
  @Inject MonotonicClock clock;
  @Inject Telemetry telemetry;
  @Inject MetricsPage page;

  private final LogFields fields = new LogFields();

  @PostConstruct
  void start() {
    fields.add();
    if (!provided.isResolvable()) {
      return;
    }
    OpenTelemetry openTelemetry = provided.get();
    // The first use makes the server create it, with what SdkCustomizer adds.
    telemetry.connect(openTelemetry, clock);
    if (!page.isSet()) {
      telemetry.disconnect();
      LOG.log(
          WARNING,
          "telemetry: nothing is measured, because OpenTelemetry is switched off (otel.sdk.disabled) or configured for the whole server; leave OTEL_SDK_DISABLED unset");
      return;
    }
    telemetry.instruments().begin();
    Classes.registerObservers(openTelemetry);
    Cpu.registerObservers(openTelemetry);
    GarbageCollector.registerObservers(openTelemetry);
    MemoryPools.registerObservers(openTelemetry);
    Threads.registerObservers(openTelemetry);
    new ServerThreads().add(telemetry.meter());
    ServerDescriptors.add(telemetry.meter());
    new ServerConnections().add(telemetry.meter());
    LOG.log(INFO, "telemetry: on");
  }

  @PreDestroy
  void stop() {
    fields.remove();
    telemetry.disconnect();
  }
}

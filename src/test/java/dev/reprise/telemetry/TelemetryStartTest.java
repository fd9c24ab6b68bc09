package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.MonotonicClock;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is measured from the start of a server, if the server has OpenTelemetry. */
class TelemetryStartTest {

  @Test
  void measuresNothingWithoutOpenTelemetry() {
    try (SeContainer server = server()) {
      start(server);

      assertThat(telemetry(server).isOn()).isFalse();
    }
  }

  @Test
  void measuresNothingIfTheServerHasNotAskedForThePage() {
    try (SeContainer server = server(Provided.class)) {
      start(server);

      assertThat(telemetry(server).isOn()).isFalse();
    }
  }

  @Test
  void measuresFromTheStartToTheEnd() {
    try (SeContainer server = server(Provided.class)) {
      server.select(MetricsPage.class).get().set(Optional::empty);
      var start = start(server);

      Collection<MetricData> metrics =
          server.select(InMemoryMetricReader.class).get().collectAllMetrics();
      assertThat(metrics)
          .extracting(MetricData::getName)
          .contains(
              "agentrun.run.completed", "jvm.memory.used", "jvm.thread.count", "jvm.cpu.count");
      assertThat(value(metrics, "agentrun.lease.lost")).as("rises seldom").isZero();
      assertThat(value(metrics, "agentrun.server.descriptors"))
          .isPositive()
          .isLessThanOrEqualTo(value(metrics, "agentrun.server.descriptors.max"));

      start.stop();
      assertThat(telemetry(server).isOn()).isFalse();
    }
  }

  private static long value(Collection<MetricData> metrics, String name) {
    MetricData metric =
        metrics.stream().filter(it -> it.getName().equals(name)).findFirst().orElseThrow();
    return Stream.of(metric.getLongGaugeData(), metric.getLongSumData())
        .flatMap(data -> data.getPoints().stream())
        .mapToLong(LongPointData::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static TelemetryStart start(SeContainer server) {
    return server.select(TelemetryStart.class).get();
  }

  private static Telemetry telemetry(SeContainer server) {
    return server.select(Telemetry.class).get();
  }

  private static SeContainer server(Class<?>... more) {
    return SeContainerInitializer.newInstance()
        .disableDiscovery()
        .addBeanClasses(TelemetryStart.class, Telemetry.class, MetricsPage.class, Time.class)
        .addBeanClasses(more)
        .initialize();
  }

  @ApplicationScoped
  static class Time {

    @Produces
    MonotonicClock clock() {
      return () -> 0;
    }
  }

  /** The OpenTelemetry of a server. */
  @ApplicationScoped
  static class Provided {

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();

    @Produces
    InMemoryMetricReader reader() {
      return reader;
    }

    @Produces
    OpenTelemetry openTelemetry() {
      return OpenTelemetrySdk.builder()
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();
    }
  }
}

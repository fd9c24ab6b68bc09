package dev.reprise.telemetry.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.telemetry.MetricsPage;
import dev.reprise.telemetry.RunTrace;
import dev.reprise.telemetry.SpanIds;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.internal.DefaultConfigProperties;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.SdkMeterProviderBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the application changes in an OpenTelemetry that its server configures. */
class SdkCustomizerTest {

  private static final AttributeKey<String> COMMAND =
      AttributeKey.stringKey("process.command_line");
  private static final AttributeKey<String> NAME = AttributeKey.stringKey("service.name");
  private static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");

  @Test
  void leavesOutHowTheServerWasStarted() {
    var described = Attributes.of(COMMAND, "java -Dpassword=secret", NAME, "reprise");

    Resource resource = customized("none").resource(Resource.create(described));

    assertThat(resource.getAttributes()).isEqualTo(Attributes.of(NAME, "reprise"));
  }

  @Test
  void givesSpansOfRunsTheirIdsAndOthersRandomOnes() {
    var run = UUID.randomUUID();
    var exported = InMemorySpanExporter.create();
    try (var provider = spans(exported)) {
      SpanIds.start(provider.get("test").spanBuilder("of a run"), run, 7).end();
      provider.get("test").spanBuilder("of a request").startSpan().end();

      assertThat(exported.getFinishedSpanItems())
          .extracting(SpanData::getTraceId, SpanData::getSpanId)
          .first()
          .isEqualTo(tuple(RunTrace.id(run), RunTrace.claimSpan(run, 7)));
      assertThat(exported.getFinishedSpanItems().getLast().getTraceId())
          .isNotEqualTo(RunTrace.id(run));
    }
  }

  @Test
  void leavesSignaturesOutOfSpans() {
    var exported = InMemorySpanExporter.create();
    try (var provider = spans(exported)) {
      provider
          .get("test")
          .spanBuilder("GET")
          .setAttribute(QUERY, "signature=abc")
          .startSpan()
          .end();

      assertThat(exported.getFinishedSpanItems())
          .extracting(span -> span.getAttributes().get(QUERY))
          .containsExactly("signature=REDACTED");
    }
  }

  @Test
  void writesAPageOfMetricsThatAreNotSent() {
    try (SeContainer container = container();
        var provider = metrics("none")) {
      provider.get("a scope").counterBuilder("agentrun.lease.lost").build().add(3);

      assertThat(page(container).text())
          .hasValueSatisfying(
              page ->
                  assertThat(page)
                      .contains("agentrun_lease_lost_total 3.0")
                      .doesNotContain("a scope"));
    }
  }

  @Test
  void writesNoPageOfMetricsThatAreSent() {
    try (SeContainer container = container()) {
      page(container).set(() -> Optional.of("of an earlier configuration"));
      try (var provider = metrics("otlp")) {
        provider.get("a scope").counterBuilder("agentrun.lease.lost").build().add(3);

        assertThat(page(container).text()).isEmpty();
      }
    }
  }

  private static SeContainer container() {
    return SeContainerInitializer.newInstance()
        .disableDiscovery()
        .addBeanClasses(MetricsPage.class)
        .initialize();
  }

  private static MetricsPage page(SeContainer container) {
    return container.select(MetricsPage.class).get();
  }

  private static SdkTracerProvider spans(SpanExporter exporter) {
    return customized("none")
        .spans(SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)))
        .build();
  }

  private static SdkMeterProvider metrics(String exporter) {
    return customized(exporter).metrics(SdkMeterProvider.builder()).build();
  }

  private static Configuration customized(String exporter) {
    var configuration =
        new Configuration(
            DefaultConfigProperties.createFromMap(Map.of("otel.metrics.exporter", exporter)));
    new SdkCustomizer().customize(configuration);
    return configuration;
  }

  /** Applies what a server's configuration applies of the additions. */
  private static final class Configuration implements AutoConfigurationCustomizer {

    private final ConfigProperties properties;
    private BiFunction<? super Resource, ConfigProperties, ? extends Resource> resource =
        (it, unused) -> it;
    private BiFunction<SdkTracerProviderBuilder, ConfigProperties, SdkTracerProviderBuilder> spans =
        (it, unused) -> it;
    private BiFunction<SdkMeterProviderBuilder, ConfigProperties, SdkMeterProviderBuilder> metrics =
        (it, unused) -> it;

    Configuration(ConfigProperties properties) {
      this.properties = properties;
    }

    Resource resource(Resource detected) {
      return resource.apply(detected, properties);
    }

    SdkTracerProviderBuilder spans(SdkTracerProviderBuilder builder) {
      return spans.apply(builder, properties);
    }

    SdkMeterProviderBuilder metrics(SdkMeterProviderBuilder builder) {
      return metrics.apply(builder, properties);
    }

    @Override
    public AutoConfigurationCustomizer addResourceCustomizer(
        BiFunction<? super Resource, ConfigProperties, ? extends Resource> customizer) {
      resource = customizer;
      return this;
    }

    @Override
    public AutoConfigurationCustomizer addTracerProviderCustomizer(
        BiFunction<SdkTracerProviderBuilder, ConfigProperties, SdkTracerProviderBuilder>
            customizer) {
      spans = customizer;
      return this;
    }

    @Override
    public AutoConfigurationCustomizer addMeterProviderCustomizer(
        BiFunction<SdkMeterProviderBuilder, ConfigProperties, SdkMeterProviderBuilder> customizer) {
      metrics = customizer;
      return this;
    }

    @Override
    public AutoConfigurationCustomizer addPropagatorCustomizer(
        BiFunction<? super TextMapPropagator, ConfigProperties, ? extends TextMapPropagator>
            customizer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public AutoConfigurationCustomizer addSamplerCustomizer(
        BiFunction<? super Sampler, ConfigProperties, ? extends Sampler> customizer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public AutoConfigurationCustomizer addSpanExporterCustomizer(
        BiFunction<? super SpanExporter, ConfigProperties, ? extends SpanExporter> customizer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public AutoConfigurationCustomizer addPropertiesSupplier(
        Supplier<Map<String, String>> supplier) {
      throw new UnsupportedOperationException();
    }
  }
}

package dev.reprise.telemetry.sdk;

import dev.reprise.telemetry.MetricsPage;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.metrics.SdkMeterProviderBuilder;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import jakarta.enterprise.inject.spi.CDI;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Adds to the application's OpenTelemetry what its configuration cannot: the ids of spans of runs,
 * and the reader for the page of metrics where they are not sent; and leaves out how the server was
 * started and what signs links. The server finds this class by its entry in {@code
 * META-INF/services}.
 */
public final class SdkCustomizer implements AutoConfigurationCustomizerProvider {

  private static final String COMMAND = "process.command";
  private static final String EXPORTER = "otel.metrics.exporter";

  @Override
  public void customize(AutoConfigurationCustomizer configuration) {
    configuration.addResourceCustomizer(
        (resource, unused) -> // a command line may have secrets
        resource.toBuilder().removeIf(key -> key.getKey().startsWith(COMMAND)).build());
    configuration.addTracerProviderCustomizer(
        (builder, unused) ->
            builder.setIdGenerator(new RunIdGenerator()).addSpanProcessor(new SignatureRemover()));
    configuration.addMeterProviderCustomizer(
        (builder, config) ->
            "none".equals(config.getString(EXPORTER)) ? withPage(builder) : withoutPage(builder));
  }

  private static SdkMeterProviderBuilder withPage(SdkMeterProviderBuilder builder) {
    // Names of scopes would be a label of each series; the names of metrics tell as much.
    var reader = new PrometheusMetricReader(false, attribute -> false);
    page().set(() -> Optional.of(text(reader)));
    return builder.registerMetricReader(reader);
  }

  /** Each reader has all measurements to itself, so a second one would double what they cost. */
  private static SdkMeterProviderBuilder withoutPage(SdkMeterProviderBuilder builder) {
    page().set(Optional::empty);
    return builder;
  }

  private static MetricsPage page() {
    return CDI.current().select(MetricsPage.class).get();
  }

  private static String text(PrometheusMetricReader reader) {
    var page = new ByteArrayOutputStream();
    try {
      new PrometheusTextFormatWriter(false).write(page, reader.collect());
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return page.toString(StandardCharsets.UTF_8);
  }
}

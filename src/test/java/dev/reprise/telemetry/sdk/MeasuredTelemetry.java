package dev.reprise.telemetry.sdk;

import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.Telemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Telemetry that keeps in memory what is measured, with the ids of traces of a server. */
public final class MeasuredTelemetry implements AutoCloseable {

  private static final long TICK = 1_000_000;

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
  private final Telemetry telemetry = new Telemetry();
  private final ClaimSpans claims = new ClaimSpans(telemetry);
  private long now;

  /** Connects the application to it; its clock moves by a millisecond with each reading. */
  public MeasuredTelemetry() {
    telemetry.connect(
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .setIdGenerator(new RunIdGenerator())
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .build(),
        () -> now += TICK);
  }

  public Telemetry telemetry() {
    return telemetry;
  }

  public ClaimSpans claims() {
    return claims;
  }

  /** Returns the spans that have ended, in the order of their ends. */
  public List<SpanData> spans() {
    return spans.getFinishedSpanItems();
  }

  /** Returns the values of a counter, or the counts of a histogram, by attributes. */
  public Map<Attributes, Long> counts(String name) {
    return metrics.collectAllMetrics().stream()
        .filter(metric -> metric.getName().equals(name))
        .flatMap(metric -> points(metric).stream())
        .collect(Collectors.toMap(PointData::getAttributes, MeasuredTelemetry::count));
  }

  /** Returns the sum of a counter of doubles, or of a histogram, over all attributes. */
  public double sum(String name) {
    return metrics.collectAllMetrics().stream()
        .filter(metric -> metric.getName().equals(name))
        .mapToDouble(
            metric ->
                metric.getType() == MetricDataType.HISTOGRAM
                    ? metric.getHistogramData().getPoints().stream()
                        .mapToDouble(HistogramPointData::getSum)
                        .sum()
                    : metric.getDoubleSumData().getPoints().stream()
                        .mapToDouble(DoublePointData::getValue)
                        .sum())
        .sum();
  }

  /** Returns the sums of a counter of doubles by the value of one attribute. */
  public Map<String, Double> sums(String name, AttributeKey<?> by) {
    return metrics.collectAllMetrics().stream()
        .filter(metric -> metric.getName().equals(name))
        .flatMap(metric -> metric.getDoubleSumData().getPoints().stream())
        .collect(
            Collectors.toMap(
                point -> String.valueOf(point.getAttributes().get(by)),
                DoublePointData::getValue,
                Double::sum));
  }

  /** Returns the counts by the value of one attribute. */
  public Map<String, Long> counts(String name, AttributeKey<String> by) {
    return counts(name).entrySet().stream()
        .collect(
            Collectors.toMap(
                count -> String.valueOf(count.getKey().get(by)), Map.Entry::getValue, Long::sum));
  }

  private static List<? extends PointData> points(MetricData metric) {
    return switch (metric.getType()) {
      case LONG_SUM -> List.copyOf(metric.getLongSumData().getPoints());
      case HISTOGRAM -> List.copyOf(metric.getHistogramData().getPoints());
      default -> throw new IllegalArgumentException(metric.getName() + " is no count");
    };
  }

  private static long count(PointData point) {
    return switch (point) {
      case LongPointData counter -> counter.getValue();
      case HistogramPointData histogram -> histogram.getCount();
      default -> throw new IllegalArgumentException(point + " is no count");
    };
  }

  @Override
  public void close() {
    telemetry.disconnect();
  }
}

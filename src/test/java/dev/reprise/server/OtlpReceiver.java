package dev.reprise.server;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives traces and metrics by OTLP over HTTP, in the form of its protocol buffers. */
public final class OtlpReceiver implements AutoCloseable {

  private final HttpServer server;
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final Set<String> metrics = ConcurrentHashMap.newKeySet();
  private final Set<String> schemas = ConcurrentHashMap.newKeySet();

  public OtlpReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/traces", this::traces);
    server.createContext("/v1/metrics", this::metrics);
    server.start();
  }

  /** Returns the options of a server that sends here, soon after each span and each second. */
  public ServerOptions sending(ServerOptions options) {
    return options
        .with("REPRISE_TELEMETRY", "otlp")
        .with("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:" + server.getAddress().getPort())
        .with("OTEL_BSP_SCHEDULE_DELAY", "50")
        .with("OTEL_METRIC_EXPORT_INTERVAL", "1000");
  }

  private void traces(HttpExchange request) throws IOException {
    ExportTraceServiceRequest sent = ExportTraceServiceRequest.parseFrom(request.getRequestBody());
    sent.getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .forEach(
            scope -> {
              if (scope.getScope().getName().equals("dev.reprise")) {
                schemas.add(scope.getSchemaUrl());
                spans.addAll(scope.getSpansList());
              }
            });
    answer(request);
  }

  private void metrics(HttpExchange request) throws IOException {
    ExportMetricsServiceRequest.parseFrom(request.getRequestBody())
        .getResourceMetricsList()
        .stream()
        .flatMap(resource -> resource.getScopeMetricsList().stream())
        .flatMap(scope -> scope.getMetricsList().stream())
        .forEach(metric -> metrics.add(metric.getName()));
    answer(request);
  }

  private static void answer(HttpExchange request) throws IOException {
    request.getResponseHeaders().set("Content-Type", "application/x-protobuf");
    request.sendResponseHeaders(200, -1);
    request.close();
  }

  /** Returns the application's spans of a trace. */
  public List<Span> spans(String traceId) {
    return spans.stream().filter(span -> hex(span.getTraceId()).equals(traceId)).toList();
  }

  /** Returns the names of the metrics that came. */
  public Set<String> metrics() {
    return Set.copyOf(metrics);
  }

  /** Returns the versions of the conventions that the application's spans claim to follow. */
  public Set<String> schemas() {
    return Set.copyOf(schemas);
  }

  public static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  /** Returns an attribute of a span as text; empty if it has none of this name. */
  public static String attribute(Span span, String name) {
    return span.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(name))
        .map(attribute -> attribute.getValue())
        .map(value -> value.hasIntValue() ? "" + value.getIntValue() : value.getStringValue())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

package dev.reprise.bench;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.server.Build;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;

/**
 * W15: what telemetry costs the steps of W1 and the runs of W2. What counts is which part of the
 * samples of processor time is in telemetry. The speeds of a server with and one without it, in
 * turn, are reported too, but two equal servers already differ by more than telemetry costs. Traces
 * and metrics go by OTLP to this process, which throws them away.
 */
final class CostOfTelemetry implements Workload {

  private static final int AT_ONCE = 32;
  private static final int STEPS = 10;
  private static final int OK = 200;

  /** Whatever these do, or have done, is telemetry. */
  private static final List<String> TELEMETRY =
      List.of(
          "io.opentelemetry.",
          "io.openliberty.microprofile.faulttolerance.telemetry.",
          "com.ibm.ws.monitor.",
          "okhttp3.");

  /** What these do themselves is telemetry; they also surround what they measure. */
  private static final List<String> SURROUNDING =
      List.of(
          "io.openliberty.microprofile.telemetry",
          "io.openliberty.http.monitor.",
          "dev.reprise.telemetry.",
          "dev.reprise.execution.telemetry.");

  private static final List<String> JDK = List.of("java.", "jdk.", "sun.");

  @Override
  public String name() {
    return "W15";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    List<BenchAgent> agents =
        List.of(BenchAgent.calling("act", bench.size(1000, 200)), BenchAgent.calling("act", STEPS));
    ServerOptions options =
        BenchServer.PRODUCTION.with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE));
    HttpServer receiver = receiver();
    try (var off = server(bench, "w15-off", options, agents);
        var on = server(bench, "w15-on", sendingTo(receiver, options), agents);
        var clientsOff = new Clients(off, AT_ONCE);
        var clientsOn = new Clients(on, AT_ONCE)) {
      var stepsOff = new StepCosts(off, agents.getFirst());
      var stepsOn = new StepCosts(on, agents.getFirst());
      var runsOff = new ShortRuns(clientsOff, agents.getLast(), bench.size(800, 64));
      var runsOn = new ShortRuns(clientsOn, agents.getLast(), bench.size(800, 64));
      int rounds = bench.size(16, 1);
      // After fewer rounds the compilers still take a tenth of the processor time, and more on the
      // server that has more code to compile.
      for (int i = 0; i < rounds; i++) {
        stepsOff.warmUp();
        stepsOn.warmUp();
        runsOff.carryOut();
        runsOn.carryOut();
      }
      for (int i = 0; i < bench.size(4 * rounds, 1); i++) {
        for (StepCosts each : turns(stepsOff, stepsOn, i)) {
          each.measure();
        }
      }
      for (int i = 0; i < rounds; i++) {
        for (ShortRuns each : turns(runsOff, runsOn, i)) {
          each.measure();
        }
      }
      bench.result("steps_ratio", stepsOn.stepsPerSecond() / stepsOff.stepsPerSecond(), "ratio");
      bench.result(
          "steps_processor_time_ratio",
          stepsOn.processorTime() / stepsOff.processorTime(),
          "ratio");
      bench.result(
          "steps_allocated_ratio", stepsOn.allocatedBytes() / stepsOff.allocatedBytes(), "ratio");
      bench.result("runs_ratio", runsOn.perSecond() / runsOff.perSecond(), "ratio");
      bench.result("steps_share", share(on, rounds, stepsOn::warmUp), "ratio");
      bench.result("runs_share", share(on, rounds, runsOn::carryOut), "ratio");
    } finally {
      receiver.stop(0);
    }
  }

  /** Work for a server. */
  @FunctionalInterface
  private interface Work {
    void carryOut() throws Exception;
  }

  /** Returns which part of a server's processor time telemetry has while it works. */
  private static double share(BenchServer server, int rounds, Work work) throws Exception {
    server.jvm().startSampling();
    for (int i = 0; i < rounds; i++) {
      work.carryOut();
    }
    return server.jvm().stopSampling().share(CostOfTelemetry::isTelemetry);
  }

  private static boolean isTelemetry(List<String> stack) {
    return stack.stream().anyMatch(frame -> isOf(TELEMETRY, frame))
        || stack.stream()
            .filter(frame -> !isOf(JDK, frame))
            .limit(1)
            .anyMatch(frame -> isOf(SURROUNDING, frame));
  }

  private static boolean isOf(List<String> packages, String type) {
    return packages.stream().anyMatch(type::startsWith);
  }

  private static <T> List<T> turns(T one, T other, int round) {
    return round % 2 == 0 ? List.of(one, other) : List.of(other, one);
  }

  private static BenchServer server(
      Bench bench, String name, ServerOptions options, List<BenchAgent> agents) throws Exception {
    BenchServer server =
        BenchServer.of(Build.current(), bench, name, options, agents.toArray(BenchAgent[]::new));
    server.start();
    return server;
  }

  private static HttpServer receiver() throws IOException {
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        request -> {
          request.getRequestBody().transferTo(OutputStream.nullOutputStream());
          request.sendResponseHeaders(OK, -1);
          request.close();
        });
    receiver.start();
    return receiver;
  }

  private static ServerOptions sendingTo(HttpServer receiver, ServerOptions options) {
    return options
        .with("REPRISE_TELEMETRY", "otlp")
        .with("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:" + receiver.getAddress().getPort());
  }

  /** Short runs of concurrent clients. */
  private static final class ShortRuns {

    private final Clients clients;
    private final BenchAgent agent;
    private final int count;
    private final Median rate = new Median();

    ShortRuns(Clients clients, BenchAgent agent, int count) {
      this.clients = clients;
      this.agent = agent;
      this.count = count;
    }

    List<UUID> carryOut() throws Exception {
      List<UUID> runs = clients.submit(agent, count);
      clients.server().awaitIdle(agent);
      return runs;
    }

    void measure() throws Exception {
      rate.add(RecordedRuns.perSecond(clients.completed(carryOut())));
    }

    double perSecond() {
      return rate.value();
    }
  }
}

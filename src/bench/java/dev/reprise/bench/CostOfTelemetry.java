package dev.reprise.bench;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;

/**
 * W15: what telemetry costs the steps of W1 and the runs of W2. Two equal servers differ by more
 * than that. So one server works with the application's spans and metrics and without them, in
 * turn. What the server itself measures, requests and Fault Tolerance, cannot be switched off while
 * it runs: its part is taken from samples of processor time. Traces and metrics go by OTLP to this
 * process, which throws them away.
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
    BenchAgent steps = BenchAgent.calling("act", bench.size(1000, 200));
    BenchAgent runs = BenchAgent.calling("act", STEPS);
    BenchAgent on = BenchAgent.calling("telemetry_on", 1);
    BenchAgent off = BenchAgent.calling("telemetry_off", 1);
    HttpServer receiver = receiver();
    try (var server = BenchServer.make(bench, "w15", sendingTo(receiver), steps, runs, on, off);
        var clients = new Clients(server, AT_ONCE)) {
      server.start();
      int count = bench.size(800, 64);
      State with = State.of(clients, on, steps, runs, count);
      State without = State.of(clients, off, steps, runs, count);
      // After less, the compilers still take a tenth of the processor time.
      for (int i = 0; i < bench.size(10, 1); i++) {
        with.warmUp();
        without.warmUp();
      }
      for (int i = 0; i < bench.size(24, 1); i++) {
        for (State each : i % 2 == 0 ? List.of(without, with) : List.of(with, without)) {
          each.measure(bench.size(4, 1));
        }
      }
      report(bench, with, without, bench.size(8, 1));
    } finally {
      receiver.stop(0);
    }
  }

  private static void report(Bench bench, State with, State without, int rounds) throws Exception {
    without.enter();
    double ofServerInSteps = share(without, rounds, without.steps::warmUp);
    double ofServerInRuns = share(without, rounds, without.runs::carryOut);
    with.enter();
    bench.result("steps_share", share(with, rounds, with.steps::warmUp), "ratio");
    bench.result("runs_share", share(with, rounds, with.runs::carryOut), "ratio");
    bench.result("steps_share_of_server", ofServerInSteps, "ratio");
    bench.result("runs_share_of_server", ofServerInRuns, "ratio");
    bench.result(
        "steps_ratio",
        with.steps.stepsPerSecond() / without.steps.stepsPerSecond() * (1 - ofServerInSteps),
        "ratio");
    bench.result(
        "runs_ratio",
        with.runs.perSecond() / without.runs.perSecond() * (1 - ofServerInRuns),
        "ratio");
    bench.result(
        "steps_allocated_ratio",
        with.steps.allocatedBytes() / without.steps.allocatedBytes(),
        "ratio");
  }

  /**
   * The application's telemetry is on, or off.
   *
   * @param agent whose runs make it so
   */
  private record State(BenchServer server, BenchAgent agent, StepCosts steps, ShortRuns runs) {

    static State of(
        Clients clients, BenchAgent agent, BenchAgent steps, BenchAgent runs, int count) {
      return new State(
          clients.server(),
          agent,
          new StepCosts(clients.server(), steps),
          new ShortRuns(clients, runs, count));
    }

    void enter() {
      server.completed(server.carryOut(agent));
    }

    void warmUp() throws Exception {
      enter();
      steps.warmUp();
      runs.carryOut();
    }

    void measure(int runsOfSteps) throws Exception {
      enter();
      for (int i = 0; i < runsOfSteps; i++) {
        steps.measure();
      }
      runs.measure();
    }
  }

  /** Work for the server. */
  @FunctionalInterface
  private interface Work {
    void carryOut() throws Exception;
  }

  /** Returns which part of the server's processor time telemetry has while it works. */
  private static double share(State state, int rounds, Work work) throws Exception {
    state.server.jvm().startSampling();
    for (int i = 0; i < rounds; i++) {
      work.carryOut();
    }
    return state.server.jvm().stopSampling().share(CostOfTelemetry::isTelemetry);
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

  private static ServerOptions sendingTo(HttpServer receiver) {
    return BenchServer.PRODUCTION
        .with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE))
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

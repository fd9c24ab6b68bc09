package dev.reprise.bench;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
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

  /** When spans are sent that do not fill a batch; those of a second of runs do. */
  private static final Duration SEND_AFTER = Duration.ofSeconds(1);

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
    BenchAgent switchOn = BenchAgent.calling("telemetry_on", 1);
    BenchAgent switchOff = BenchAgent.calling("telemetry_off", 1);
    HttpServer receiver = receiver();
    ServerOptions options = sendingTo(receiver);
    try (var server = BenchServer.make(bench, "w15", options, steps, runs, switchOn, switchOff);
        var clients = new Clients(server, AT_ONCE)) {
      server.start();
      State with = new State(clients, switchOn, steps, runs, bench.size(200, 64));
      State without = new State(clients, switchOff, steps, runs, bench.size(200, 64));
      // After less, the compilers still take a tenth of the processor time.
      for (int i = 0; i < bench.size(10, 1); i++) {
        for (State each : List.of(with, without)) {
          each.enter();
          for (int j = 0; j < bench.size(4, 1); j++) {
            each.measure();
          }
        }
      }
      // Rounds are short, because a machine is as fast in the next few seconds as it was in the
      // last ones, but not in the next few minutes.
      var ratios = new Ratios();
      for (int i = 0; i < bench.size(64, 1); i++) {
        Measured off = without.measure();
        with.enter();
        ratios.add(with.measure(), off);
        Measured on = with.measure();
        without.enter();
        ratios.add(on, without.measure());
      }
      report(bench, with, without, ratios, bench.size(32, 1));
    } finally {
      receiver.stop(0);
    }
  }

  private static void report(Bench bench, State with, State without, Ratios ratios, int rounds)
      throws Exception {
    double ofServerInSteps = share(without, rounds, without::step);
    double ofServerInRuns = share(without, rounds, without::run);
    with.enter();
    bench.result("steps_share", share(with, rounds, with::step), "ratio");
    bench.result("runs_share", share(with, rounds, with::run), "ratio");
    bench.result("steps_share_of_server", ofServerInSteps, "ratio");
    bench.result("runs_share_of_server", ofServerInRuns, "ratio");
    bench.result("steps_ratio", ratios.steps.value() * (1 - ofServerInSteps), "ratio");
    bench.result("steps_ratio_error", ratios.steps.error(), "ratio");
    bench.result("runs_ratio", ratios.runs.value() * (1 - ofServerInRuns), "ratio");
    bench.result("runs_ratio_error", ratios.runs.error(), "ratio");
    bench.result("steps_allocated_ratio", ratios.allocated.value(), "ratio");
  }

  /**
   * The application's telemetry is on, or off.
   *
   * @param agent whose runs make it so
   * @param count how many runs of the second agent are carried out at a time
   */
  private record State(
      Clients clients, BenchAgent agent, BenchAgent steps, BenchAgent runs, int count) {

    /** Also waits until the server has sent the spans of the state before. */
    void enter() throws InterruptedException {
      clients.server().completed(clients.server().carryOut(agent));
      Thread.sleep(SEND_AFTER.multipliedBy(2));
    }

    void step() {
      clients.server().carryOut(steps);
    }

    List<UUID> run() throws Exception {
      List<UUID> submitted = clients.submit(runs, count);
      clients.server().awaitIdle(runs);
      return submitted;
    }

    Measured measure() throws Exception {
      var costs = new StepCosts(clients.server(), steps);
      costs.measure();
      double perSecond = RecordedRuns.perSecond(clients.completed(run()));
      return new Measured(costs.stepsPerSecond(), perSecond, costs.allocatedBytes());
    }
  }

  private record Measured(double stepsPerSecond, double runsPerSecond, double allocatedBytes) {}

  /** What was measured with telemetry relative to what was measured next to it without. */
  private static final class Ratios {

    private final Median steps = new Median();
    private final Median runs = new Median();
    private final Median allocated = new Median();

    void add(Measured on, Measured off) {
      steps.add(on.stepsPerSecond / off.stepsPerSecond);
      runs.add(on.runsPerSecond / off.runsPerSecond);
      allocated.add(on.allocatedBytes / off.allocatedBytes);
    }
  }

  /** Work for the server. */
  @FunctionalInterface
  private interface Work {
    void carryOut() throws Exception;
  }

  /** Returns which part of the server's processor time telemetry has while it works. */
  private static double share(State state, int rounds, Work work) throws Exception {
    state.clients.server().jvm().startSampling();
    for (int i = 0; i < rounds; i++) {
      work.carryOut();
    }
    return state.clients.server().jvm().stopSampling().share(CostOfTelemetry::isTelemetry);
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
        .with("OTEL_BSP_SCHEDULE_DELAY", Long.toString(SEND_AFTER.toMillis()))
        .with("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:" + receiver.getAddress().getPort());
  }
}

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
 * W15: the steps of W1 and the runs of W2 on a server with telemetry, relative to one without, in
 * turn. With the optimizing compiler, two servers of the same kind differ by up to a third, as it
 * happens to decide what to inline; so these servers have the quick compiler alone, which decides
 * alike, and does not optimize telemetry away either. The medians of several pairs count, beside
 * those of pairs without any difference. Traces and metrics go by OTLP to this process, which
 * throws them away.
 */
final class CostOfTelemetry implements Workload {

  private static final int AT_ONCE = 32;
  private static final int STEPS = 10;
  private static final int OK = 200;
  private static final int PAIRS = 3;

  @Override
  public String name() {
    return "W15";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    List<BenchAgent> agents =
        List.of(BenchAgent.calling("act", bench.size(1000, 200)), BenchAgent.calling("act", STEPS));
    ServerOptions off =
        BenchServer.PRODUCTION
            .with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE))
            .withJvmOption("-XX:TieredStopAtLevel=1");
    HttpServer receiver = receiver();
    var same = new Ratios();
    var on = new Ratios();
    try {
      for (int i = 0; i < bench.size(PAIRS, 1); i++) {
        same.add(pair(bench, agents, off, off));
        on.add(pair(bench, agents, off, sendingTo(receiver, off)));
      }
    } finally {
      receiver.stop(0);
    }
    same.report(bench, "same");
    on.report(bench, "on");
  }

  /** Measures a server with the second options relative to one with the first, in turn. */
  private static Ratio pair(
      Bench bench, List<BenchAgent> agents, ServerOptions one, ServerOptions other)
      throws Exception {
    try (var before = server(bench, "w15-one", one, agents);
        var after = server(bench, "w15-other", other, agents);
        var clientsBefore = new Clients(before, AT_ONCE);
        var clientsAfter = new Clients(after, AT_ONCE)) {
      var stepsBefore = new StepCosts(before, agents.getFirst());
      var stepsAfter = new StepCosts(after, agents.getFirst());
      var runsBefore = new ShortRuns(clientsBefore, agents.getLast(), bench.size(200, 64));
      var runsAfter = new ShortRuns(clientsAfter, agents.getLast(), bench.size(200, 64));
      for (int i = 0; i < bench.size(8, 1); i++) {
        stepsBefore.warmUp();
        stepsAfter.warmUp();
        runsBefore.carryOut();
        runsAfter.carryOut();
      }
      for (int i = 0; i < bench.size(6, 1); i++) {
        boolean isOneFirst = i % 2 == 0;
        for (StepCosts each : turns(stepsBefore, stepsAfter, isOneFirst)) {
          each.measure();
        }
        for (ShortRuns each : turns(runsBefore, runsAfter, isOneFirst)) {
          each.measure();
        }
      }
      return new Ratio(
          stepsAfter.stepsPerSecond() / stepsBefore.stepsPerSecond(),
          stepsAfter.processorTime() / stepsBefore.processorTime(),
          runsAfter.perSecond() / runsBefore.perSecond());
    }
  }

  /** What a server with other options did, relative to one without. */
  private record Ratio(double stepsPerSecond, double processorTime, double runsPerSecond) {}

  /** The ratios of several pairs of servers. */
  private static final class Ratios {

    private final Median stepsPerSecond = new Median();
    private final Median processorTime = new Median();
    private final Median runsPerSecond = new Median();

    void add(Ratio pair) {
      stepsPerSecond.add(pair.stepsPerSecond());
      processorTime.add(pair.processorTime());
      runsPerSecond.add(pair.runsPerSecond());
    }

    void report(Bench bench, String kind) {
      bench.result(kind + "_steps_ratio", stepsPerSecond.value(), "ratio");
      bench.result(kind + "_processor_time_ratio", processorTime.value(), "ratio");
      bench.result(kind + "_runs_ratio", runsPerSecond.value(), "ratio");
    }
  }

  private static <T> List<T> turns(T one, T other, boolean isOneFirst) {
    return isOneFirst ? List.of(one, other) : List.of(other, one);
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

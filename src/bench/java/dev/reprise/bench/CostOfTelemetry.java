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
 * turn. Traces and metrics go by OTLP to this process, which throws them away.
 */
final class CostOfTelemetry implements Workload {

  private static final int AT_ONCE = 32;
  private static final int STEPS = 10;
  private static final int OK = 200;

  @Override
  public String name() {
    return "W15";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    List<BenchAgent> agents =
        List.of(BenchAgent.calling("act", bench.size(1000, 200)), BenchAgent.calling("act", STEPS));
    ServerOptions off =
        BenchServer.PRODUCTION.with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE));
    HttpServer receiver = receiver();
    try (var without = server(bench, "w15-off", off, agents);
        var with = server(bench, "w15-on", sendingTo(receiver, off), agents);
        var clientsWithout = new Clients(without, AT_ONCE);
        var clientsWith = new Clients(with, AT_ONCE)) {
      var stepsWithout = new StepCosts(without, agents.getFirst());
      var stepsWith = new StepCosts(with, agents.getFirst());
      var rateWithout = new ShortRuns(clientsWithout, agents.getLast(), bench.size(200, 64));
      var rateWith = new ShortRuns(clientsWith, agents.getLast(), bench.size(200, 64));
      for (int i = 0; i < bench.size(8, 1); i++) {
        stepsWithout.warmUp();
        stepsWith.warmUp();
        rateWithout.carryOut();
        rateWith.carryOut();
      }
      for (int i = 0; i < bench.size(10, 1); i++) {
        boolean isOffFirst = i % 2 == 0;
        for (StepCosts each : turns(stepsWithout, stepsWith, isOffFirst)) {
          each.measure();
        }
        for (ShortRuns each : turns(rateWithout, rateWith, isOffFirst)) {
          each.measure();
        }
      }
      stepsWith.compare(bench, "steps", stepsWithout);
      bench.result("runs_off", rateWithout.perSecond(), "runs/s");
      bench.result("runs_on", rateWith.perSecond(), "runs/s");
      bench.result("runs_ratio_to_before", rateWith.perSecond() / rateWithout.perSecond(), "ratio");
    } finally {
      receiver.stop(0);
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
    private final Mean rate = new Mean();

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

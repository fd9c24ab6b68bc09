package dev.reprise.bench;

import dev.reprise.platform.Json;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * W4: 500 iterations whose transcript grows by 2 KB each. It measures how many bytes the database
 * writes to its log for a step near the start and near the end. It also measures how many times the
 * size of the events themselves that is.
 */
final class LogBytes implements Workload {

  private static final int TEXT_BYTES = 1024;

  @Override
  public String name() {
    return "W4";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    int steps = bench.size(500, 200);
    int window = bench.size(100, 50);
    var agent = BenchAgent.calling("act", steps).saying(TEXT_BYTES);
    try (var server = BenchServer.make(bench, "w4", BenchServer.PRODUCTION, agent)) {
      server.start();
      server.carryOut(agent);
      List<Window> starts = new ArrayList<>();
      List<Window> ends = new ArrayList<>();
      for (int i = 0; i < bench.size(10, 1); i++) {
        try (DatabaseLog log = bench.database().logUnder(server)) {
          UUID run = server.submit(agent);
          List<LogSample> samples = sampleUntilEnd(log, server, agent);
          RecordedRun recorded = server.runs().read(run);
          starts.add(new Window(recorded, samples, 20, 20 + window));
          ends.add(new Window(recorded, samples, steps - 20 - window, steps - 20));
        }
      }
      report(bench, "start", starts);
      report(bench, "end", ends);
    }
  }

  private static List<LogSample> sampleUntilEnd(
      DatabaseLog log, BenchServer server, BenchAgent agent) throws Exception {
    List<LogSample> samples = new ArrayList<>();
    while (!server.isIdle(agent)) {
      samples.add(new LogSample(server.lastSequence(agent), log.bytes()));
      TimeUnit.MILLISECONDS.sleep(10);
    }
    samples.add(new LogSample(Long.MAX_VALUE, log.bytes()));
    return samples;
  }

  /**
   * Reports means, because a sample reads the run's position and then the log while the run
   * continues.
   */
  private static void report(Bench bench, String which, List<Window> windows) {
    double log = mean(windows, Window::logBytesPerStep);
    double payload = mean(windows, Window::payloadBytesPerStep);
    bench.result("log_bytes_per_step_" + which, log, "bytes");
    bench.result("payload_bytes_per_step_" + which, payload, "bytes");
    bench.result("log_ratio_to_payload_" + which, log / payload, "ratio");
  }

  private static double mean(List<Window> windows, ToDoubleFunction<Window> figure) {
    return windows.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** The steps between two samples that are near the two requested steps. */
  private record Window(RecordedRun run, LogSample from, LogSample to) {

    Window(RecordedRun run, List<LogSample> samples, int fromStep, int toStep) {
      this(
          run,
          firstAt(samples, sequenceOf(run, fromStep)),
          firstAt(samples, sequenceOf(run, toStep)));
    }

    private static long sequenceOf(RecordedRun run, int step) {
      return run.all("tool-call.completed").skip(step - 1).findFirst().orElseThrow().sequence();
    }

    private static LogSample firstAt(List<LogSample> samples, long sequence) {
      return samples.stream().filter(s -> s.sequence() >= sequence).findFirst().orElseThrow();
    }

    double logBytesPerStep() {
      return (to.bytes() - from.bytes()) / steps();
    }

    double payloadBytesPerStep() {
      return inside().stream().mapToLong(Window::bytes).sum() / steps();
    }

    private double steps() {
      return inside().stream().filter(e -> e.type().equals("tool-call.completed")).count();
    }

    private List<RecordedEvent> inside() {
      return run.events().stream()
          .filter(e -> e.sequence() > from.sequence() && e.sequence() <= to.sequence())
          .toList();
    }

    private static long bytes(RecordedEvent event) {
      return Json.write(event.data()).getBytes(StandardCharsets.UTF_8).length;
    }
  }
}

package dev.reprise.bench;

/**
 * W3, {@code start}: how long the server takes to start on a database that has its tables, beside
 * an empty Liberty with the same features, with and without an archive of classes. They start in
 * turn, so that other load of the machine meets all of them. Each is stopped cleanly before it
 * starts again, because after a kill the runtime makes its caches anew.
 */
final class StartOfServer {

  private final Bench bench;
  private final Starts empty = new Starts();
  private final Starts archived = new Starts();
  private final Starts product = new Starts();

  private StartOfServer(Bench bench) {
    this.bench = bench;
  }

  static void measure(Bench bench) throws Exception {
    new StartOfServer(bench).measureAll();
  }

  private void measureAll() throws Exception {
    try (var liberty = EmptyServer.create();
        var server = BenchServer.make(bench, "w3-start", BenchServer.PRODUCTION)) {
      liberty.makeArchive();
      server.start(); // makes the tables
      server.process().stop();
      for (int i = 0; i < bench.size(7, 1); i++) {
        empty.add(liberty.start());
        liberty.stop();
        archived.add(liberty.startFromArchive());
        liberty.stop();
        product.add(new Start(server.start(), server.jvm()));
        server.process().stop();
      }
    }
    report("start", product);
    report("start_empty", empty);
    report("start_empty_with_archive", archived);
    bench.result("start_ratio_to_empty", product.time() / empty.time(), "ratio");
    bench.result("start_ratio_to_empty_with_archive", product.time() / archived.time(), "ratio");
    double processor = product.processor() / empty.processor();
    bench.result("start_processor_ratio_to_empty", processor, "ratio");
  }

  private void report(String figure, Starts starts) {
    bench.result(figure, starts.time(), "s");
    bench.result(figure + "_processor", starts.processor(), "s");
  }

  /** The medians of several starts. */
  private static final class Starts {

    private final Median times = new Median();
    private final Median processors = new Median();

    void add(Start start) {
      times.add(Seconds.of(start.time()));
      processors.add(Seconds.of(start.processor()));
    }

    double time() {
      return times.value();
    }

    double processor() {
      return processors.value();
    }
  }
}

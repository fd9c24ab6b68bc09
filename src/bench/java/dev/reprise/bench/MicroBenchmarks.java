package dev.reprise.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures the hot paths by JMH, without a server or a database. */
final class MicroBenchmarks {

  private static final String NO_DATABASE = "none";

  private MicroBenchmarks() {}

  static void measure(Results results, boolean isShort) throws RunnerException {
    for (RunResult result : new Runner(options(isShort)).run()) {
      var primary = result.getPrimaryResult();
      results.add(NO_DATABASE, "jmh", figure(result), primary.getScore(), primary.getScoreUnit());
    }
  }

  private static Options options(boolean isShort) {
    return new OptionsBuilder()
        .include("dev\\.reprise\\..*Benchmark\\.")
        .verbosity(VerboseMode.SILENT)
        .forks(1)
        .warmupIterations(isShort ? 1 : 3)
        .warmupTime(TimeValue.milliseconds(isShort ? 200 : 1000))
        .measurementIterations(isShort ? 1 : 5)
        .measurementTime(TimeValue.milliseconds(isShort ? 200 : 1000))
        .build();
  }

  /** Returns the method's name and the parameters' values. */
  private static String figure(RunResult result) {
    String method = result.getPrimaryResult().getLabel();
    Collection<String> names = result.getParams().getParamsKeys();
    String values =
        names.stream()
            .map(name -> "_" + result.getParams().getParam(name))
            .collect(Collectors.joining());
    return (method + values).toLowerCase(Locale.ROOT);
  }
}

package dev.reprise.bench;

import dev.reprise.journal.RunEvent;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long a resume takes to fold the events that it has read. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FoldBenchmark {

  @Param({"10", "1000"})
  int iterations;

  private List<RunEvent> events = List.of();

  @Setup
  public void record() {
    events = SampleRun.events(iterations);
  }

  @Benchmark
  public RunState fold() {
    return SampleRun.fold(events);
  }
}

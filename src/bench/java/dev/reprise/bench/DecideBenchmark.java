package dev.reprise.bench;

import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long the choice of the next step takes, which each step needs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DecideBenchmark {

  @Param({"10", "1000"})
  int iterations;

  private final Decider decider = new Decider(5);
  private RunState state = RunState.of(SampleRun.agent());

  @Setup
  public void fold() {
    state = SampleRun.fold(SampleRun.events(iterations));
  }

  @Benchmark
  public NextStep decide() {
    return decider.next(state, SampleRun.BEGIN);
  }
}

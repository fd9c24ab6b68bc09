package dev.reprise.resilience;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the breaker and the quota add to a call that succeeds at once. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GuardBenchmark {

  private static final Quota QUOTA = new Quota("openai", "gpt", "default");

  private final Clock clock = Clock.systemUTC();
  private final CircuitBreaker breaker =
      new CircuitBreaker(BreakerKey.tool("acme", "search"), BreakerSettings.TOOL, clock);
  private final RateLimitPauses quotas = new RateLimitPauses(clock, (quota, until) -> {});
  private int calls;

  private Integer call() {
    return ++calls;
  }

  /** The call alone, for comparison. */
  @Benchmark
  public Integer bare() {
    return call();
  }

  /** The call with everything around it. */
  @Benchmark
  public Integer guarded() {
    quotas.pauseOf(QUOTA).ifPresent(wait -> calls--);
    CircuitBreaker.Permit passage = breaker.tryAcquire().orElseThrow();
    Integer result = call();
    passage.succeeded();
    return result;
  }
}

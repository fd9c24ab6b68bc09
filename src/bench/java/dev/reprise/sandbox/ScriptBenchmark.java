package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a script costs: its engine alone, and the work of scripts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ScriptBenchmark {

  /** The work that runs in a fresh engine. */
  public enum Work {
    NOTHING("return 1"),
    CALLS("for (let i = 0; i < 100; i++) await look(i); return 1"),
    SORT("return input.sort((a, b) => a.price - b.price).slice(0, 10)"),
    LOOP("let s = 0; for (let i = 0; i < 100000; i++) s += i; return s");

    private final String code;

    Work(String code) {
      this.code = code;
    }
  }

  @Param({"NOTHING", "CALLS", "SORT", "LOOP"})
  Work work = Work.NOTHING;

  private final Sandbox sandbox =
      new Sandbox(
          Clock.systemUTC(),
          new SandboxLimits(32L << 20, Duration.ofMinutes(1), 1_000, 1 << 20, 1, 1));
  private final JsonNode input = offers(new SplittableRandom(1));

  private static JsonNode offers(SplittableRandom random) {
    ArrayNode offers = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < 1_000; i++) {
      offers.addObject().put("name", "offer " + i).put("price", random.nextInt(1_000_000));
    }
    return offers;
  }

  @Benchmark
  public ScriptResult script() throws InterruptedException {
    return sandbox.run("acme", new Script(work.code, input, Map.of("look", it -> it))).ending();
  }
}

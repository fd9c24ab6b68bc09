package dev.reprise.journal;

import java.util.Base64;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What is computed for an event of 1 KB before it is written, and after it was read. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RecordBenchmark {

  private static final String TYPE = "tool-call.completed";
  private static final int VERSION = 1;

  private final EventCodec codec = new EventCodec();
  private final UUID run = new UUID(1, 2);
  private final RunEvent event =
      new RunEvent.ToolCallCompleted("only", 1, "c1", content(new SplittableRandom(1)));
  private final String payload = codec.write(event);

  private static String content(SplittableRandom random) {
    byte[] bytes = new byte[768];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  @Benchmark
  public String encode() {
    return codec.write(event);
  }

  @Benchmark
  public RunEvent decode() {
    return codec.read(TYPE, VERSION, payload);
  }

  @Benchmark
  public Position hash() {
    return HashChain.next(Position.START, run, 1, TYPE, VERSION, payload);
  }
}

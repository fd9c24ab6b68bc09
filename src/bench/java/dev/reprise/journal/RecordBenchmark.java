package dev.reprise.journal;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.StoredEvent;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long the work on an event of 1 KB takes, before it is written and after it is read. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RecordBenchmark {

  private static final Writer WRITER = new Writer(new UUID(1, 2), "default", 1);

  @Param({"PLAIN", "SEALED", "ENCRYPTED"})
  Protections protection = Protections.PLAIN;

  private EventEncoder recorder = Protections.PLAIN.recorder();
  private final RunEvent event =
      new ToolCallEvent.Completed(
          new CallLocation("only", 1, "c1"),
          content(new SplittableRandom(1)),
          List.of(),
          Optional.empty());
  private StoredEvent row = recorder.write(WRITER, Position.START, event).row();

  private static String content(SplittableRandom random) {
    byte[] bytes = new byte[768];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  @Setup
  public void protect() {
    recorder = protection.recorder();
    row = recorder.write(WRITER, Position.START, event).row();
  }

  @Benchmark
  public Object write() {
    return recorder.write(WRITER, Position.START, event);
  }

  @Benchmark
  public RecordedEvent read() {
    recorder.check().verify(row, Position.START, Optional.empty());
    return recorder.read(row, row.payload());
  }
}

package dev.reprise.artifact.call;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.jdbc.SchemaMigration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a call of a generated tool costs whose code is there: {@code warm}, with its note in a Derby
 * on the disk, beside {@code bare}, the same code by {@code run_code}'s sandbox alone. And {@code
 * cold} and {@code repair}, with the checks of new code, for a model that answers at once.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ArtifactBenchmark {

  private static final Optional<String> CONTRACT =
      Optional.of(
          """
          {
            "purpose": "Adds numbers.",
            "deliverable": {"type": "number"},
            "acceptance": [
              {"description": "two", "input": [1, 2], "result": {"const": 3}}
            ]
          }
          """);
  private static final String CODE = "return input.reduce((a, b) => a + b, 0);";
  private static final String INPUT = "[1, 2, 3, 4]";

  private final GeneratedTools tools = tools();
  private int cold;

  private static GeneratedTools tools() {
    var database = new EmbeddedDataSource();
    try {
      Path place = Files.createTempDirectory(Path.of("target"), "artifacts");
      database.setDatabaseName(place.resolve("derby").toString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    database.setCreateDatabase("create");
    SchemaMigration.migrate(database);
    return new GeneratedTools(
        database, "acme", () -> ToolOutcome.failed("none", "none"), request -> CODE, Map.of());
  }

  @Setup
  public void write() throws Exception {
    tools.call("warm", INPUT, CONTRACT);
  }

  @Benchmark
  public ToolOutcome warm() throws Exception {
    return tools.call("warm", INPUT, Optional.empty());
  }

  @Benchmark
  public Object bare() throws Exception {
    return GeneratedTools.run(CODE, INPUT);
  }

  @Benchmark
  public ToolOutcome repair() throws Exception {
    tools.drift("warm");
    return tools.call("warm", INPUT, Optional.empty());
  }

  @Benchmark
  public ToolOutcome cold() throws Exception {
    return tools.call("cold" + ++cold, INPUT, CONTRACT);
  }
}

package dev.reprise.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Shows the purpose of the product: an agent surveys a real source tree, its server is killed in
 * the middle of the second phase, and the run resumes where it was.
 *
 * <p>By default the tree is this project's checkout; {@code -Dreprise.demo.tree} names another. The
 * exit code is 0, or 1 with a plain reason.
 */
public final class Demonstration {

  private static final String PATTERN = "kill -9";
  private static final String REPORT = "reprise-report.md";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Set<String> ENDS = Set.of("COMPLETED", "FAILED", "CANCELLED", "DEAD_LETTER");

  private final Path tree;
  private final ServerProcess server;
  private final Runs runs;

  private Demonstration(Path tree, ServerProcess server) {
    this.tree = tree;
    this.server = server;
    this.runs = Runs.of(server);
  }

  /** Runs the demonstration. */
  public static void main(String[] args) {
    Path tree = Path.of(System.getProperty("reprise.demo.tree", ".")).toAbsolutePath().normalize();
    ServerOptions options = ServerOptions.DEFAULT.with("REPRISE_WORKSPACES", "tree=" + tree);
    try (ServerProcess server = ServerProcess.named("demonstration", options)) {
      new Demonstration(tree, server).show();
    } catch (DemonstrationFailed | IllegalStateException | IOException e) {
      System.out.println("\nThe demonstration FAILED: " + e.getMessage());
      System.exit(1);
    }
  }

  private void show() throws IOException, DemonstrationFailed {
    Files.deleteIfExists(tree.resolve(REPORT));
    SourceCount truth = SourceCount.of(tree, ".java");
    Say.step("Starting the server on an empty Derby database");
    Say.line("ready after %s", Say.seconds(server.start()));

    Say.step("Submitting a run of the agent 'surveyor' over %s", tree);
    var input = JsonNodeFactory.instance.objectNode().put("pattern", PATTERN);
    UUID run = runs.submit("surveyor", "tree", input);
    Say.line("run %s", run);

    RecordedRun before = await(run, Demonstration::isInTheMiddleOfTheSecondPhase);
    server.kill();
    Say.step("Killed the server process with SIGKILL in the middle of phase 'inspect'");

    Say.step("Starting it again on the same data");
    Duration restart = server.start();
    Instant ready = Instant.now();
    Say.line("ready after %s", Say.seconds(restart));

    RecordedRun whole = await(run, recorded -> ENDS.contains(runs.status(run)));
    Say.step("What happened");
    var timeline = new Timeline(before, whole);
    timeline.print();
    timeline.check();
    Say.line("");
    Say.line("nothing that had finished was run twice: %s", timeline.summary());
    Say.line("first resumed step %s", timeline.resumedAfter(ready));

    require("COMPLETED".equals(runs.status(run)), "the run ended as " + runs.status(run));
    showReport(truth);
    Say.step("Stopping the server");
    server.stop();
    Say.line("done");
  }

  private void showReport(SourceCount truth) throws IOException, DemonstrationFailed {
    String report = Files.readString(tree.resolve(REPORT));
    Say.step("The report, %s", tree.resolve(REPORT));
    report.lines().forEach(line -> Say.line("%s", line));
    require(
        truth.isIn(report),
        "the report does not say what a count by other means says: %s".formatted(truth));
    Say.line("");
    Say.line("checked by another count: %s", truth);
  }

  private RecordedRun await(UUID run, Predicate<RecordedRun> reached) throws DemonstrationFailed {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(deadline)) {
      RecordedRun recorded = runs.read(run);
      if (reached.test(recorded)) {
        return recorded;
      }
      if (recorded.events().stream().anyMatch(Demonstration::isFailure)) {
        throw new DemonstrationFailed("the run failed: " + recorded.last().data());
      }
      pause();
    }
    throw new DemonstrationFailed("nothing came within " + PATIENCE + "\n" + server.lastLines());
  }

  private static boolean isInTheMiddleOfTheSecondPhase(RecordedRun recorded) {
    return recorded
            .all("tool-call.completed")
            .filter(event -> "inspect".equals(event.phase()))
            .count()
        >= 2;
  }

  private static boolean isFailure(RecordedEvent event) {
    return "run.failed".equals(event.type()) || "run.dead-lettered".equals(event.type());
  }

  private static void require(boolean holds, String otherwise) throws DemonstrationFailed {
    if (!holds) {
      throw new DemonstrationFailed(otherwise);
    }
  }

  private static void pause() throws DemonstrationFailed {
    try {
      Thread.sleep(Duration.ofMillis(100));
    } catch (InterruptedException e) {
      throw new DemonstrationFailed("interrupted");
    }
  }
}

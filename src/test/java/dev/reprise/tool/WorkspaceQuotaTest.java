package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.tool.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace holds so many bytes and files, whichever tool writes them, and no more. */
class WorkspaceQuotaTest {

  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private Path root;

  @BeforeEach
  void open(@TempDir Path root) throws IOException {
    this.root = root.toRealPath();
  }

  @Test
  void refusesWhatDoesNotFitAndChangesNothing() throws Exception {
    ToolBench bench = bench(10, 100);
    bench.given("there.txt", "1234");

    Failure refused = bench.fail("write_file", args("new/deep/a.txt", "1234567"));

    assertThat(refused.code()).isEqualTo("workspace_full");
    assertThat(refused.message()).contains("holds 4 of 10 bytes", "this would be 7 more");
    assertThat(root.resolve("new")).doesNotExist();
    bench.succeed("write_file", args("new/deep/a.txt", "123456"));
    assertThat(bench.fail("append_file", args("there.txt", "!")).code())
        .isEqualTo("workspace_full");
    assertThat(bench.fail("edit_file", edit("there.txt", "4", "44")).code())
        .isEqualTo("workspace_full");
    assertThat(root.resolve("there.txt")).hasContent("1234");
  }

  @Test
  void allowsWhatDoesNotGrow() throws Exception {
    ToolBench bench = bench(10, 1);
    bench.given("a.txt", "more than ten bytes");
    bench.given("b.txt", "b");

    bench.succeed("write_file", args("a.txt", "as much as before."));
    bench.succeed("edit_file", edit("a.txt", "as much", "as"));
    bench.succeed("move_file", Map.of("from", "a.txt", "to", "c.txt"));
    bench.succeed("delete_file", Map.of("path", "c.txt"));
    bench.succeed("append_file", args("b.txt", "123456789"));
  }

  @Test
  void countsFilesAndTheDirectoriesAboveThem() throws Exception {
    ToolBench bench = bench(1_000, 4);
    bench.succeed("write_file", args("a/b/c.txt", ""));

    Failure refused = bench.fail("write_file", args("d/e.txt", ""));
    assertThat(refused.code()).isEqualTo("workspace_full");
    assertThat(refused.message()).contains("holds 3 of 4 files and directories", "be 2 more");
    assertThat(bench.fail("move_file", Map.of("from", "a/b/c.txt", "to", "x/y/z.txt")).code())
        .isEqualTo("workspace_full");
    assertThat(root.resolve("x")).doesNotExist();
    bench.succeed("move_file", Map.of("from", "a/b/c.txt", "to", "x/c.txt"));
  }

  @Test
  void countsTheDirectoriesThatAnUndoMakesAgain() throws Exception {
    ToolBench bench = bench(1_000, 3);
    bench.given("a/b.txt", "b");
    Map<String, Object> move = Map.of("from", "a/b.txt", "to", "b.txt");
    bench.succeed("move_file", move);
    bench.succeed("delete_file", Map.of("path", "a"));
    bench.given("c.txt", "");
    bench.given("d.txt", "");

    assertThat(bench.undo("move_file", move))
        .isInstanceOfSatisfying(
            ToolOutcome.Failed.class,
            it -> assertThat(it.failure().code()).isEqualTo("workspace_full"));
    bench.succeed("delete_file", Map.of("path", "d.txt"));
    assertThat(bench.undo("move_file", move)).isInstanceOf(ToolOutcome.Succeeded.class);
  }

  @Test
  void isOneForAllDirectoriesOfTheWorkspace() throws Exception {
    Workspace whole = workspace(10, 100, 0, clock);
    var above = new ToolBench(root, () -> whole);
    above.given("docs/a.txt", "1234");
    Workspace docs = whole.within("docs");
    var below = new ToolBench(root.resolve("docs"), () -> docs);
    above.succeed("write_file", args("b.txt", "1234"));

    assertThat(below.fail("write_file", args("c.txt", "123")).code()).isEqualTo("workspace_full");
  }

  @Test
  void makesRoomByWhatIsDeletedOrFailed() throws Exception {
    ToolBench bench = bench(10, 100);
    bench.succeed("write_file", args("a.txt", "1234567890"));
    bench.succeed("delete_file", Map.of("path", "a.txt"));
    bench.given("locked/x", "");
    Files.createDirectory(root.resolve("taken"));
    bench.fail("write_file", args("locked/x/y", "1234567890"));
    bench.fail("write_file", args("taken", "1234567890"));

    bench.succeed("write_file", args("b.txt", "1234567890"));
  }

  @Test
  void seesWhatOthersWriteAfterAMinute() throws Exception {
    ToolBench bench = bench(10, 100);
    bench.succeed("write_file", args("a.txt", "1"));
    bench.given("by-others.txt", "123456789");

    bench.succeed("write_file", args("b.txt", "2"));
    clock.moveTo(clock.instant().plus(Duration.ofMinutes(2)));

    assertThat(bench.fail("write_file", args("c.txt", "3")).message())
        .contains("holds 11 of 10 bytes");
  }

  @Test
  void walksOverALargeTreeOnlyNowAndThen() throws Exception {
    var slow = new SlowClock();
    Workspace workspace = workspace(10, 100, 0, slow);
    var bench = new ToolBench(root, () -> workspace);
    bench.given("a.txt", "1234567890");
    bench.fail("write_file", args("b.txt", "1"));
    Files.delete(root.resolve("a.txt"));

    assertThat(bench.fail("write_file", args("b.txt", "1")).code()).isEqualTo("workspace_full");
    slow.now = slow.now.plus(Duration.ofSeconds(30));
    bench.succeed("write_file", args("b.txt", "1"));
  }

  @Test
  void leavesTheDiskFree() throws Exception {
    Workspace workspace = workspace(1_000, 1_000, Long.MAX_VALUE, clock);
    var bench = new ToolBench(root, () -> workspace);

    Failure refused = bench.fail("write_file", args("a/b.txt", "b"));

    assertThat(refused.code()).isEqualTo("disk_full");
    assertThat(refused.message()).contains("leave " + Long.MAX_VALUE + " of them free");
    assertThat(root.resolve("a")).doesNotExist();
    bench.given("c.txt", "c");
    assertThat(bench.fail("append_file", args("c.txt", "c")).code()).isEqualTo("disk_full");
    assertThat(bench.fail("edit_file", edit("c.txt", "c", "d")).code()).isEqualTo("disk_full");
    bench.succeed("delete_file", Map.of("path", "c.txt"));
  }

  @Test
  void isNotExceededByCallsSideBySide() throws Exception {
    ToolBench bench = bench(100, 1_000);
    List<Future<ToolOutcome>> outcomes = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        String name = "file-%d.txt".formatted(i);
        outcomes.add(
            threads.submit(() -> bench.call("write_file", name, args(name, "1234567890"))));
      }
    }

    long written = 0;
    for (Future<ToolOutcome> outcome : outcomes) {
      written += outcome.get() instanceof ToolOutcome.Succeeded ? 1 : 0;
    }
    assertThat(written).isEqualTo(10);
    assertThat(bytes()).isEqualTo(100);
  }

  /** The tools know at each write what the tree holds, without a walk for each. */
  @Test
  void isExactWhateverIsWritten() throws Exception {
    ToolBench bench = bench(400, 12);
    var random = new SplittableRandom(7);
    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      String path = (random.nextBoolean() ? "d%d/".formatted(random.nextInt(3)) : "") + "f";
      path += random.nextInt(6);
      String content = "x".repeat(random.nextInt(90) + 1);
      String tool = random.nextBoolean() ? "write_file" : "append_file";
      Path file = root.resolve(path);
      long before = Files.exists(file) ? Files.size(file) : 0;
      long growth = content.length() - (tool.equals("write_file") ? before : 0);
      long entries =
          (Files.exists(file) ? 0 : 1) + (Files.exists(file.getParent()) ? 0 : 1) + entries();
      boolean fits =
          (growth <= 0 || bytes() + growth <= 400) && (entries == entries() || entries <= 12);

      ToolOutcome outcome = bench.call(tool, "call " + i, args(path, content));

      assertThat(outcome instanceof ToolOutcome.Succeeded).isEqualTo(fits);
      assertThat(bytes()).isLessThanOrEqualTo(400);
      assertThat(entries()).isLessThanOrEqualTo(12);
      refused += fits ? 0 : 1;
      if (random.nextInt(4) == 0 && Files.deleteIfExists(file)) {
        clock.moveTo(clock.instant().plus(Duration.ofMinutes(2)));
      }
    }
    assertThat(refused).as("writes that did not fit").isBetween(100, 900);
  }

  private ToolBench bench(long bytes, long entries) {
    Workspace workspace = workspace(bytes, entries, 0, clock);
    return new ToolBench(root, () -> workspace);
  }

  private Workspace workspace(long bytes, long entries, long minFree, Clock clock) {
    var quota = new DiskQuota(root, new DiskUsage(bytes, entries), minFree, clock);
    return new Workspace(root, new WorkspaceTerms(root, ProtectedNames.DEFAULT, quota));
  }

  private static Map<String, Object> args(String path, String content) {
    return Map.of("path", path, "content", content);
  }

  private static Map<String, Object> edit(String path, String before, String after) {
    return Map.of("path", path, "old", before, "new", after);
  }

  private long bytes() throws IOException {
    try (Stream<Path> files = Files.walk(root).filter(Files::isRegularFile)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private long entries() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.count() - 1;
    }
  }

  /** A clock by which everything takes a second. */
  private static final class SlowClock extends Clock {

    private Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      now = now.plusSeconds(1);
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("instants only");
    }
  }
}

package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolBench;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoveFileToolTest {

  private Path root;
  private ToolBench bench;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
    bench = new ToolBench(root);
  }

  @Test
  void movesAFileAndMakesTheDirectoriesAboveIt() throws Exception {
    bench.given("a.txt", "a");

    assertThat(bench.succeed("move_file", args("a.txt", "x/y/b.txt")))
        .isEqualTo("Moved `a.txt` to `x/y/b.txt`.");

    assertThat(root.resolve("x/y/b.txt")).hasContent("a");
    assertThat(root.toFile().list()).containsExactly("x");
    assertThat(root.resolve("x/y").toFile().list()).containsExactly("b.txt");
  }

  @Test
  void movesADirectoryWithAllThatItHolds() throws Exception {
    bench.given("d/e/a.txt", "a");
    Files.createSymbolicLink(root.resolve("d/link"), Path.of("/etc"));

    bench.succeed("move_file", args("d/", "new/d2/"));

    assertThat(root.resolve("new/d2/e/a.txt")).hasContent("a");
    assertThat(root.resolve("new/d2/link")).isSymbolicLink();
    assertThat(root.resolve("d")).doesNotExist();
  }

  @Test
  void renamesByCaseOnly() throws Exception {
    bench.given("Readme", "a");
    bench.given("dir/a", "a");

    bench.succeed("move_file", args("Readme", "README"));
    bench.succeed("move_file", args("dir", "Dir"));

    assertThat(root.toFile().list()).containsExactlyInAnyOrder("README", "Dir");
  }

  @Test
  void keepsPermissionsEvenOfAReadOnlyFile() throws Exception {
    Path file = bench.given("a", "a");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-----"));

    bench.succeed("move_file", args("a", "b"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("b"))))
        .isEqualTo("r-xr-----");
  }

  @ParameterizedTest
  @CsvSource({
    "a.txt, b.txt, already_exists",
    "a.txt, d, already_exists",
    "a.txt, d/, already_exists",
    "a.txt, empty, already_exists",
    "a.txt, link, already_exists",
    "a.txt, second, already_exists",
    "d, empty, already_exists",
    "d, a.txt, already_exists",
    "d, d/e/f, into_itself",
    "d, d/new, into_itself",
    "d, to-d/new, into_itself",
    "d, d, same_file",
    "a.txt, ./d/../a.txt, same_file",
    "a.txt, new/, not_a_directory",
    "a.txt, b.txt/new, not_a_directory",
    "a.txt/, new, not_a_directory",
    "nothing, new, not_found",
    "link, new, is_a_link",
    "to-d, new, is_a_link",
    "., new, protected_path",
    "a.txt, ., protected_path",
    "a.txt, .git/hooks/x, protected_path",
    "a.txt, .git, protected_path",
    ".git/config, new, protected_path",
    ".git, new, protected_path",
  })
  void refuses(String from, String to, String code) throws Exception {
    bench.given("a.txt", "a");
    bench.given("b.txt", "b");
    bench.given("d/e/f", "f");
    bench.given(".git/config", "");
    Files.createDirectory(root.resolve("empty"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("b.txt"));
    Files.createSymbolicLink(root.resolve("to-d"), Path.of("d"));
    Files.createLink(root.resolve("second"), root.resolve("a.txt"));

    assertThat(bench.fail("move_file", args(from, to)).code()).isEqualTo(code);

    assertThat(root.resolve("a.txt")).hasContent("a");
    assertThat(root.resolve("b.txt")).hasContent("b");
    assertThat(root.resolve("d/e/f")).hasContent("f");
    assertThat(root.resolve("new")).doesNotExist();
    assertThat(root.resolve("second")).exists();
    assertThat(root.resolve("empty")).isEmptyDirectory();
  }

  @Test
  void overwritesNothingThatCameInTheLastMoment() throws Exception {
    Path from = bench.given("a", "a");
    Path to = bench.given("b", "b");

    assertThatThrownBy(() -> new SafeMove(from, to, "key").make())
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(from).hasContent("a");
    assertThat(to).hasContent("b");
  }

  @Test
  void ofManyCallsOfOneReplyForOnePlaceOneHasIt() throws Exception {
    for (int i = 0; i < 20; i++) {
      bench.given("f" + i, "content " + i);
    }
    long moved = moved(i -> args("f" + i, "place"));

    assertThat(moved).isEqualTo(1);
    assertThat(root.toFile().list()).hasSize(20);
  }

  @Test
  void ofManyCallsOfOneReplyForOneFileOneHasIt() throws Exception {
    bench.given("f", "content");
    long moved = moved(i -> args("f", "place" + i));

    assertThat(moved).isEqualTo(1);
    assertThat(root.toFile().list()).hasSize(1);
  }

  private long moved(IntFunction<Map<String, Object>> arguments) throws Exception {
    try (ExecutorService calls = Executors.newFixedThreadPool(8)) {
      var all =
          IntStream.range(0, 20)
              .<Callable<ToolOutcome>>mapToObj(
                  i -> () -> bench.call("move_file", "k" + i, arguments.apply(i)))
              .toList();
      long moved = 0;
      for (var outcome : calls.invokeAll(all)) {
        moved += outcome.get() instanceof ToolOutcome.Succeeded ? 1 : 0;
      }
      return moved;
    }
  }

  @Test
  void isKnownToHaveHappenedAfterACrash() throws Exception {
    bench.given("a", "a");
    bench.given("d/a", "a");
    String file = bench.succeed("move_file", args("a", "b"));
    String directory = bench.succeed("move_file", args("d", "x/d"));
    bench.given("a", "a new one");

    assertThat(bench.reconcile("move_file", args("a", "b")))
        .isEqualTo(new Reconciliation.Happened(file));
    assertThat(bench.reconcile("move_file", args("d", "x/d")))
        .isEqualTo(new Reconciliation.Happened(directory));
  }

  @Test
  void isStillKnownWhenTheFileWasEditedSince() throws Exception {
    bench.given("a", "a");
    bench.succeed("move_file", args("a", "b"));
    bench.call("edit_file", "other", Map.of("path", "b", "old", "a", "new", "b"));

    assertThat(bench.reconcile("move_file", args("a", "b")))
        .isInstanceOf(Reconciliation.Happened.class);
  }

  @Test
  void didNotHappenWhenItNeverBegan() throws Exception {
    bench.given("a", "a");
    bench.given("b", "b");

    assertThat(bench.reconcile("move_file", args("a", "c")))
        .isEqualTo(new Reconciliation.DidNotHappen());
    assertThat(bench.reconcile("move_file", args("a", "b")))
        .isEqualTo(new Reconciliation.DidNotHappen());
  }

  @Test
  void isCompletedWhenACrashLeftBothNames() throws Exception {
    Path from = bench.given("a", "a");
    AppliedCalls.on(from).with(ToolBench.KEY, "moved").putOn(from);
    Files.createLink(root.resolve("b"), from);

    assertThat(bench.reconcile("move_file", args("a", "b")))
        .isEqualTo(new Reconciliation.DidNotHappen());
    bench.succeed("move_file", args("a", "b"));

    assertThat(root.toFile().list()).containsExactly("b");
    assertThat(bench.reconcile("move_file", args("a", "b")))
        .isInstanceOf(Reconciliation.Happened.class);
  }

  @Test
  void cannotBeToldWithoutAMark() throws Exception {
    bench.given("b", "somebody's");

    assertThat(bench.reconcile("move_file", args("a", "b")))
        .isInstanceOf(Reconciliation.CannotTell.class);
    assertThat(bench.reconcile("move_file", args("x", "y")))
        .isInstanceOf(Reconciliation.CannotTell.class);
  }

  private static Map<String, Object> args(String from, String to) {
    return Map.of("from", from, "to", to);
  }
}

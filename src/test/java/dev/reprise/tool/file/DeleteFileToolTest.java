package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.method.MethodTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeleteFileToolTest {

  private Path root;
  private ToolBench bench;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
    bench = new ToolBench(root);
  }

  @Test
  void deletesAFileAndThenItsEmptyDirectory() throws Exception {
    bench.given("d/a.txt", "a");

    assertThat(bench.succeed("delete_file", path("d/a.txt"))).isEqualTo("Deleted `d/a.txt`.");
    bench.succeed("delete_file", path("d/"));

    assertThat(root).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "d, not_empty",
    "link, is_a_link",
    "read-only, read_only",
    "nothing, not_found",
    "a.txt/, not_a_directory",
    "., protected_path",
    ".git, protected_path",
    ".git/config, protected_path",
  })
  void refuses(String path, String code) throws Exception {
    bench.given("a.txt", "a");
    bench.given("d/e", "e");
    bench.given(".git/config", "");
    Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
    Path readOnly = bench.given("read-only", "r");
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r--------"));

    assertThat(bench.fail("delete_file", path(path)).code()).isEqualTo(code);

    assertThat(root.toFile().list())
        .containsExactlyInAnyOrder("a.txt", "d", ".git", "link", "read-only");
    assertThat(root.resolve("d/e")).exists();
    assertThat(root.resolve(".git/config")).exists();
  }

  @Test
  void leavesTheOtherNamesOfAFile() throws Exception {
    bench.given("a", "a");
    Files.createLink(root.resolve("b"), root.resolve("a"));

    bench.succeed("delete_file", path("a"));

    assertThat(root.resolve("b")).hasContent("a");
  }

  @Test
  void isDangerous() {
    assertThat(MethodTools.of(new DeleteFileTool()).declaration().dangerous()).isTrue();
  }

  @Test
  void happenedBeforeACrashIfTheFileIsGone() throws Exception {
    bench.given("a", "a");
    bench.succeed("delete_file", path("a"));

    assertThat(bench.reconcile("delete_file", path("a")))
        .isEqualTo(new Reconciliation.Happened("There is nothing at `a` any more."));
  }

  @Test
  void aPersonIsAskedIfSomethingIsThere() throws Exception {
    bench.given("a", "may be new");

    assertThat(bench.reconcile("delete_file", path("a")))
        .isEqualTo(
            new Reconciliation.CannotTell(
                "'a' exists, and may be what was to be deleted, or newer"));
    assertThat(root.resolve("a")).exists();
  }

  private static Map<String, Object> path(String path) {
    return Map.of("path", path);
  }
}

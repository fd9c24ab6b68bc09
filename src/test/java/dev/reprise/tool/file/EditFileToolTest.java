package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.ToolBench;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EditFileToolTest {

  private Path root;
  private ToolBench bench;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
    bench = new ToolBench(root);
  }

  @Test
  void replacesTheOnePlaceAndSaysWhereItIs() throws Exception {
    Path file = bench.given("src/a.c", "one\ntwo\nthree\n");

    assertThat(edit("src/a.c", "two\n", "2\n2\n")).isEqualTo("Edited `src/a.c`: 1 place, line 2.");

    assertThat(file).hasContent("one\n2\n2\nthree\n");
    assertThat(root.resolve("src").toFile().list()).containsExactly("a.c");
  }

  @Test
  void removesAText() throws Exception {
    Path file = bench.given("a", "keep drop keep");

    edit("a", " drop", "");

    assertThat(file).hasContent("keep keep");
  }

  @Test
  void refusesATextThatIsThereMoreOftenThanSaidAndSaysWhere() throws Exception {
    Path file = bench.given("a", "x\ny\nx x\n");

    var failure = bench.fail("edit_file", Map.of("path", "a", "old", "x", "new", "z"));

    assertThat(failure.code()).isEqualTo("text_not_unique");
    assertThat(failure.message()).contains("'a' holds the old text in 3 places, lines 1, 3, 3");
    assertThat(bench.fail("edit_file", Map.of("path", "a", "old", "x", "new", "z", "count", 2)))
        .extracting("code")
        .isEqualTo("text_not_unique");
    assertThat(
            bench.fail(
                "edit_file", Map.of("path", "a", "old", "y", "new", "z", "count", 2, "all", true)))
        .extracting("code")
        .isEqualTo("text_not_unique");
    assertThat(file).hasContent("x\ny\nx x\n");
  }

  @Test
  void replacesAsManyAsSaid() throws Exception {
    Path file = bench.given("a", "x\ny\nx x\n");

    assertThat(
            bench.succeed("edit_file", Map.of("path", "a", "old", "x", "new", "\nz", "count", 3)))
        .isEqualTo("Edited `a`: 3 places, lines 1, 4, 5.");
    assertThat(file).hasContent("\nz\ny\n\nz \nz\n");
    assertThat(bench.succeed("edit_file", Map.of("path", "a", "old", "z", "new", "", "all", true)))
        .contains("3 places");
  }

  @Test
  void refusesATextThatIsNotThere() throws Exception {
    bench.given("a", "Text\n");

    var failure = bench.fail("edit_file", Map.of("path", "a", "old", "text", "new", "z"));

    assertThat(failure.code()).isEqualTo("text_not_found");
    assertThat(failure.message()).contains("case");
    assertThat(bench.fail("edit_file", Map.of("path", "a", "old", "q", "new", "z", "all", true)))
        .extracting("code")
        .isEqualTo("text_not_found");
  }

  @Test
  void saysThatLinesEndAsOnWindowsAndKeepsThem() throws Exception {
    Path file = bench.given("a", "one\r\ntwo\r\nthree\r\n");

    assertThat(
            bench.fail("edit_file", Map.of("path", "a", "old", "one\ntwo", "new", "1")).message())
        .contains("\\r\\n");
    assertThat(edit("a", "two", "2")).contains("line 2");

    assertThat(Files.readString(file)).isEqualTo("one\r\n2\r\nthree\r\n");
  }

  @Test
  void keepsEveryOtherByte() throws Exception {
    String text = "\ufeffä 😀 \u2028 e\u0301 end without a break";
    Path file = bench.given("a", text);

    edit("a", "end", "e\u00e9d");

    assertThat(Files.readAllBytes(file))
        .isEqualTo(text.replace("end", "e\u00e9d").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void refusesPlacesThatOverlap() throws Exception {
    Path file = bench.given("a", "aaa");

    assertThat(bench.fail("edit_file", Map.of("path", "a", "old", "aa", "new", "b")).code())
        .isEqualTo("text_not_unique");
    assertThat(bench.fail("edit_file", Map.of("path", "a", "old", "aa", "new", "b", "all", true)))
        .extracting("code")
        .isEqualTo("text_overlaps");
    assertThat(file).hasContent("aaa");
  }

  @Test
  void refusesWhatIsNoTextOrNoEdit() throws Exception {
    Files.write(root.resolve("zero"), new byte[] {'a', 0});
    Files.write(root.resolve("latin1"), "aä".getBytes(StandardCharsets.ISO_8859_1));
    bench.given("a", "a😀");

    assertThat(bench.fail("edit_file", args("zero", "a", "b")).code()).isEqualTo("not_text");
    assertThat(bench.fail("edit_file", args("latin1", "a", "b")).code()).isEqualTo("not_text");
    assertThat(bench.fail("edit_file", args("a", "a", "a")).code()).isEqualTo("no_change");
    assertThat(bench.fail("edit_file", args("a", "\ud83d", "b")).code())
        .isIn("invalid_text", "invalid_arguments", "text_not_found");
    assertThat(bench.fail("edit_file", args("a", "", "b")).code()).isEqualTo("invalid_arguments");
    assertThat(bench.fail("edit_file", args("no", "a", "b")).code()).isEqualTo("not_found");
    assertThat(bench.fail("edit_file", args(".", "a", "b")).code()).isEqualTo("not_a_file");
    assertThat(root.resolve("a")).hasContent("a😀");
  }

  @Test
  void refusesHalfACharacter() {
    assertThatThrownBy(() -> TextEdit.of("a", "\ud83d", "b")).hasMessageContaining("invalid_text");
  }

  @Test
  void refusesAFileThatIsOrWouldBeTooLarge() throws Exception {
    bench.given("large", "a".repeat(TextFile.MAX_BYTES) + "b");
    bench.given("most", "a".repeat(TextFile.MAX_BYTES - 1) + "b");
    bench.given("many", "ab".repeat(10_000));

    assertThat(bench.fail("edit_file", args("large", "b", "c")).code()).isEqualTo("file_too_large");
    assertThat(bench.fail("edit_file", args("most", "b", "bb")).code()).isEqualTo("file_too_large");
    assertThat(bench.fail("edit_file", args("most", "b", "ä")).code()).isEqualTo("file_too_large");
    assertThat(
            bench.fail(
                "edit_file",
                Map.of("path", "many", "old", "a", "new", "c".repeat(900_000), "all", true)))
        .extracting("code")
        .isEqualTo("file_too_large");
    assertThat(edit("most", "b", "c")).contains("1 place, line 1");
  }

  @Test
  @Timeout(10)
  void isNotHeldUpByATextThatNearlyMatches() throws Exception {
    bench.given("a", "a".repeat(4_000_000));

    assertThat(bench.fail("edit_file", args("a", "a".repeat(500_000) + "b", "c")).code())
        .isEqualTo("text_not_found");
    assertThat(bench.fail("edit_file", Map.of("path", "a", "old", "a", "new", "", "all", true)))
        .extracting("message")
        .asString()
        .contains("more than 100000 times");
  }

  @Test
  void leavesAReadOnlyFileAlone() throws Exception {
    Path file = bench.given("a", "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));

    assertThat(bench.fail("edit_file", args("a", "x", "y")).code()).isEqualTo("read_only");
    assertThat(file).hasContent("x");
  }

  @Test
  void keepsPermissionsAndGoesThroughALinkInside() throws Exception {
    Path file = bench.given("run.sh", "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("run.sh"));

    assertThat(edit("link", "x", "y")).contains("`run.sh`");

    assertThat(file).hasContent("y");
    assertThat(root.resolve("link")).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void leavesOtherNamesOfTheFileWithTheOldText(@TempDir Path elsewhere) throws Exception {
    Path outside = Files.writeString(elsewhere.resolve("a"), "x");
    Files.createLink(root.resolve("a"), outside);

    edit("a", "x", "y");

    assertThat(root.resolve("a")).hasContent("y");
    assertThat(outside).hasContent("x");
  }

  @Test
  void callsOfOneReplyOnOneFileAllHaveTheirEffect() throws Exception {
    var text = new StringBuilder();
    IntStream.range(0, 40).forEach(i -> text.append("<%s>\n".formatted(i)));
    Path file = bench.given("a", text.toString());

    try (ExecutorService calls = Executors.newFixedThreadPool(8)) {
      var all =
          IntStream.range(0, 40)
              .<Callable<ToolOutcome>>mapToObj(
                  i -> () -> bench.call("edit_file", args("a", "<" + i + ">", "[" + i + "]")))
              .toList();
      for (var outcome : calls.invokeAll(all)) {
        assertThat(outcome.get()).isInstanceOf(ToolOutcome.Succeeded.class);
      }
    }

    assertThat(file).hasContent(text.toString().replace('<', '[').replace('>', ']'));
  }

  private String edit(String path, String before, String after) throws Exception {
    return bench.succeed("edit_file", args(path, before, after));
  }

  private static Map<String, Object> args(String path, String before, String after) {
    return Map.of("path", path, "old", before, "new", after);
  }
}

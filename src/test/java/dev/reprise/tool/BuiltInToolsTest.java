package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInToolsTest {

  private Path root;
  private ToolBench bench;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
    bench = new ToolBench(root);
  }

  @Test
  void listsFilesInOrderAndSaysWhatItLeftOut() throws Exception {
    bench.given("src/B.java", "bb");
    bench.given("src/A.java", "a");
    bench.given("README.md", "x".repeat(1234));
    bench.given("target/out.class", "x");
    bench.given("module/.git/config", "x");
    Files.createSymbolicLink(root.resolve("link"), Path.of("/etc"));

    assertThat(bench.succeed("list_files", Map.of()))
        .isEqualTo(
            """
            3 files, 1237 bytes

            | file | bytes |
            |---|---:|
            | `README.md` | 1,234 |
            | `link` | link |
            | `src/A.java` | 1 |
            | `src/B.java` | 2 |

            [not entered: `module/.git`, `target` (include_ignored enters them)]
            """);
  }

  @Test
  void listsOneLevelOrWhatAGlobNames() throws Exception {
    bench.given("src/a/A.java", "a");
    bench.given("src/a.md", "a");
    bench.given("target/b.md", "b");

    assertThat(bench.succeed("list_files", Map.of("path", "src", "recursive", false)))
        .contains("| `src/a` | directory |", "| `src/a.md` | 1 |")
        .doesNotContain("A.java");
    assertThat(bench.succeed("list_files", Map.of("glob", "*.md", "include_ignored", true)))
        .contains("`src/a.md`", "`target/b.md`")
        .doesNotContain("A.java");
    assertThat(bench.succeed("list_files", Map.of("path", "src/a.md")))
        .contains("1 files, 1 bytes");
  }

  @Test
  void listsNoMoreThanAskedFor() throws Exception {
    for (int i = 0; i < 5; i++) {
      bench.given("f" + i, "");
    }

    assertThat(bench.succeed("list_files", Map.of("limit", 2)))
        .contains("5 files", "`f0`", "`f1`", "only the first 2 of 5 are listed")
        .doesNotContain("`f2`");
  }

  @Test
  void readsAWholeFileAsItIs() throws Exception {
    bench.given("a.txt", "eins\r\nzwei\n\nvier — ünd");

    assertThat(bench.succeed("read_file", Map.of("path", "a.txt")))
        .isEqualTo("eins\r\nzwei\n\nvier — ünd");
  }

  @Test
  void readsSomeLinesAndSaysWhereToContinue() throws Exception {
    bench.given("a.txt", "1\n2\n3\n4\n");

    assertThat(bench.succeed("read_file", Map.of("path", "a.txt", "from_line", 2, "lines", 2)))
        .isEqualTo("2\n3\n[lines 2 to 3 of 4; continue with from_line 4]\n");
    assertThat(bench.succeed("read_file", Map.of("path", "a.txt", "from_line", 4)))
        .isEqualTo("4\n[lines 4 to 4 of 4]\n");
    assertThat(bench.fail("read_file", Map.of("path", "a.txt", "from_line", 5)).code())
        .isEqualTo("line_out_of_range");
  }

  @Test
  void readsALongFileInPartsThatFitTheResult() throws Exception {
    bench.given("long.txt", ("x".repeat(99) + "\n").repeat(1000));
    bench.given("wide.txt", "y".repeat(100_000));

    assertThat(bench.succeed("read_file", Map.of("path", "long.txt")))
        .endsWith("x\n[lines 1 to 480 of 1000; continue with from_line 481]\n");
    assertThat(bench.succeed("read_file", Map.of("path", "wide.txt")))
        .hasSizeLessThan(50_000)
        .endsWith("y\n[line 1 of 1, its first 48000 of 100000 characters]\n");
  }

  @Test
  void refusesToReadWhatIsNotText() throws Exception {
    Files.write(root.resolve("zero.bin"), new byte[] {65, 0, 66});
    Files.write(root.resolve("latin.txt"), new byte[] {65, (byte) 0xe4, 66});
    Files.write(root.resolve("big.txt"), new byte[8 * 1024 * 1024 + 1]);
    bench.given("empty.txt", "");

    assertThat(bench.fail("read_file", Map.of("path", "zero.bin")).code()).isEqualTo("not_text");
    assertThat(bench.fail("read_file", Map.of("path", "latin.txt")).code()).isEqualTo("not_text");
    assertThat(bench.fail("read_file", Map.of("path", "big.txt")).code())
        .isEqualTo("file_too_large");
    assertThat(bench.succeed("read_file", Map.of("path", "empty.txt")))
        .isEqualTo("[the file is empty]\n");
  }

  @Test
  void searchesTextFilesOnly() throws Exception {
    bench.given("b.txt", "one\ntwo fish \nred fish\n");
    bench.given("a/a.txt", "Fish");
    Files.write(root.resolve("c.bin"), "fish\0".getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThat(bench.succeed("search_files", Map.of("pattern", "(?i)fish\\s*$")))
        .isEqualTo("a/a.txt:1: Fish\nb.txt:2: two fish \nb.txt:3: red fish\n");
    assertThat(bench.succeed("search_files", Map.of("pattern", "fish", "path", "a")))
        .isEqualTo("no match\n");
    assertThat(bench.succeed("search_files", Map.of("pattern", "fish", "glob", "b.*", "limit", 1)))
        .isEqualTo(
            "b.txt:2: two fish\n\n[only the first 1 matches; narrow pattern, path or glob]\n");
  }

  @Test
  void refusesAPatternThatIsNone() throws Exception {
    assertThat(bench.fail("search_files", Map.of("pattern", "(open")).code())
        .isEqualTo("invalid_pattern");
    assertThat(bench.fail("search_files", Map.of("pattern", "(?=ahead)")).code())
        .isEqualTo("invalid_pattern");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{500}){500}){500}",
        "(a{11}){11}",
        "((a|b){2,}){900}",
        "(x{2}){1,99}",
        "a{900}{900}",
        "a{900}?{900}"
      })
  void refusesAPatternThatMultiplies(String pattern) throws Exception {
    assertThat(bench.fail("search_files", Map.of("pattern", pattern)).code())
        .isEqualTo("invalid_pattern");
  }

  @Test
  void findsWhatIsRepeatedSomeTimes() throws Exception {
    bench.given("a.txt", "at 127.0.0.1\n12345678-1234-1234-1234-123456789012");

    assertThat(bench.succeed("search_files", Map.of("pattern", "(\\d{1,3}\\.){3}\\d{1,3}")))
        .startsWith("a.txt:1:");
    assertThat(
            bench.succeed(
                "search_files",
                Map.of("pattern", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")))
        .startsWith("a.txt:2:");
  }

  @Test
  void isNotHeldUpByARegexBomb() throws Exception {
    bench.given("a.txt", "a".repeat(50_000) + "!");

    assertThat(bench.succeed("search_files", Map.of("pattern", "^(a+)+$|^(a|aa)+$|^(.*a){12}$")))
        .isEqualTo("no match\n");
  }

  @Test
  void countsLinesByKindTheSameOnEveryServer() throws Exception {
    bench.given("src/A.java", "1\n2\n3");
    bench.given("src/B.JAVA", "1\n".repeat(1500));
    bench.given("a|b.md", "1\n");
    bench.given("Makefile", "1\n2\n");
    bench.given(".hidden", "");
    bench.given("target/C.java", "1\n");
    Files.write(root.resolve("c.bin"), new byte[] {0});

    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(bench.succeed("count_lines", Map.of("largest", 2)))
          .isEqualTo(
              """
              | kind | files | lines |
              |---|---:|---:|
              | `java` | 2 | 1,503 |
              | no extension | 2 | 2 |
              | `md` | 1 | 1 |
              | **total** | 5 | 1,506 |

              Largest files:

              | file | lines |
              |---|---:|
              | `src/B.JAVA` | 1,500 |
              | `src/A.java` | 3 |

              [not counted: 1 binary files]

              [not entered: `target` (include_ignored enters them)]
              """);
    } finally {
      Locale.setDefault(before);
    }
    assertThat(bench.succeed("count_lines", Map.of("glob", "*.md"))).contains("| `a\\|b.md` | 1 |");
  }

  @Test
  void writesAWholeFileAndKeepsItsPermissions() throws Exception {
    Path script = bench.given("bin/run.sh", "old and longer");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));

    assertThat(bench.succeed("write_file", Map.of("path", "bin/run.sh", "content", "new ü")))
        .isEqualTo("Wrote `bin/run.sh`, 6 bytes.");

    assertThat(script).hasContent("new ü");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
        .isEqualTo("rwxr-x---");
    assertThat(root.resolve("bin").toFile().list()).containsExactly("run.sh");
  }

  @Test
  void makesDirectoriesAndWritesThroughALinkInside() throws Exception {
    bench.given("real.txt", "old");
    Files.createSymbolicLink(root.resolve("link.txt"), Path.of("real.txt"));

    bench.succeed("write_file", Map.of("path", "a/b/c.txt", "content", "c"));
    bench.succeed("write_file", Map.of("path", "link.txt", "content", "new"));

    assertThat(root.resolve("a/b/c.txt")).hasContent("c");
    assertThat(root.resolve("real.txt")).hasContent("new");
    assertThat(root.resolve("link.txt")).isSymbolicLink();
  }

  @Test
  void removesTheRemainsOfAKilledAttemptOfTheSameCall() throws Exception {
    String key = "run/phase/1/c1";
    var id =
        java.util.UUID.nameUUIDFromBytes(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    bench.given("." + id + ".tmp-1", "half");
    bench.given(".other.tmp-1", "of someone else");

    bench.succeed("write_file", Map.of("path", "a.txt", "content", "a"));

    assertThat(root.toFile().list()).containsExactlyInAnyOrder("a.txt", ".other.tmp-1");
  }

  @Test
  void appendsAsItIs() throws Exception {
    bench.succeed("append_file", Map.of("path", "log/a.md", "content", "one\n"));
    assertThat(bench.succeed("append_file", Map.of("path", "log/a.md", "content", "two\n")))
        .isEqualTo("Added 4 bytes to `log/a.md`.");

    assertThat(root.resolve("log/a.md")).hasContent("one\ntwo\n");
  }

  @Test
  void writesNoHalfOfACharacter() throws Exception {
    bench.succeed("append_file", Map.of("path", "a", "content", "x\ud800"));

    assertThat(root.resolve("a")).hasContent("x\uFFFD");
  }

  @Test
  void appendsToNoFileThatHasAnotherName(@TempDir Path outside) throws Exception {
    Path shared = Files.writeString(outside.resolve("shared.txt"), "shared");
    Files.createLink(root.resolve("linked.txt"), shared);

    assertThat(bench.fail("append_file", Map.of("path", "linked.txt", "content", "!")).code())
        .isEqualTo("has_other_names");
    bench.succeed("write_file", Map.of("path", "linked.txt", "content", "own"));
    bench.succeed("append_file", Map.of("path", "linked.txt", "content", "!"));

    assertThat(shared).hasContent("shared");
    assertThat(root.resolve("linked.txt")).hasContent("own!");
  }
}

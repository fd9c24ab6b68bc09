package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tool.ToolBench;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListArchiveToolTest {

  private Path root;
  private ToolBench bench;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
    bench = new ToolBench(root);
  }

  @Test
  void listsEntriesWithTheirSizesInTheirOrder() throws Exception {
    zip("a.jar", "META-INF/", "META-INF/MANIFEST.MF", "b|b.txt", "a.txt");

    String listed = bench.succeed("list_archive", Map.of("path", "a.jar"));

    assertThat(
            listed.replaceAll("\\d{1,2} \\|(?=\\R)", "few |")) // how well it packs is zlib's matter
        .isEqualTo(
            """
            4 entries, 3,000 bytes unpacked

            | entry | bytes | packed |
            |---|---:|---:|
            | `META-INF/` | 0 | few |
            | `META-INF/MANIFEST.MF` | 1,000 | few |
            | `b\\|b.txt` | 1,000 | few |
            | `a.txt` | 1,000 | few |
            """);
    assertThat(root.toFile().list()).as("nothing is unpacked").containsExactly("a.jar");
  }

  @Test
  void listsNoMoreThanAskedFor() throws Exception {
    zip("a.zip", "x/a.txt", "x/b.txt", "c.md");

    assertThat(bench.succeed("list_archive", Map.of("path", "a.zip", "limit", 1)))
        .contains("3 entries", "`x/a.txt`", "only the first 1 of 3 are listed")
        .doesNotContain("b.txt");
    assertThat(bench.succeed("list_archive", Map.of("path", "a.zip", "glob", "*.md")))
        .contains("1 entries", "`c.md`")
        .doesNotContain("a.txt");
    assertThat(bench.succeed("list_archive", Map.of("path", "a.zip", "glob", "*.q")))
        .isEqualTo("0 entries, 0 bytes unpacked\n");
  }

  @Test
  void showsHostileNamesAndDoesNotFollowThem() throws Exception {
    zip(
        "a.zip",
        "../../etc/passwd",
        "/etc/passwd",
        "..\\x",
        "C:/x",
        "good/..",
        "evil\u202etxt.exe",
        "new\nline",
        "`code`",
        "\u0000zero",
        "x".repeat(5000),
        "a..b/fine");

    String listed = bench.succeed("list_archive", Map.of("path", "a.zip"));

    assertThat(listed)
        .contains(
            "`../../etc/passwd`",
            "`evil\\u{202e}txt.exe`",
            "`new\\u{a}line`",
            "`` `code` ``",
            "\\u{0}zero",
            "5 entries have names that lead out")
        .doesNotContain("\u202e", "x".repeat(301))
        .contains("x".repeat(300) + "…");
    assertThat(root.toFile().list()).containsExactly("a.zip");
  }

  @Test
  void refusesWhatIsNoArchive() throws Exception {
    bench.given("a.zip", "PK and nothing else");
    bench.given("empty.zip", "");
    Path cut = zip("cut.zip", "a.txt", "b.txt");
    byte[] whole = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(whole, whole.length - 10));
    Path torn = root.resolve("torn.zip");
    Files.write(torn, Arrays.copyOfRange(whole, 30, whole.length));
    Files.createDirectory(root.resolve("d"));

    for (String name : new String[] {"a.zip", "empty.zip", "cut.zip", "torn.zip"}) {
      assertThat(bench.fail("list_archive", Map.of("path", name)).code())
          .as(name)
          .isEqualTo("not_an_archive");
    }
    assertThat(bench.fail("list_archive", Map.of("path", "d")).code()).isEqualTo("not_a_file");
    assertThat(bench.fail("list_archive", Map.of("path", "no")).code()).isEqualTo("not_found");
  }

  @Test
  void doesNotReadADirectoryThatIsTooLarge() throws Exception {
    var end = ByteBuffer.allocate(22).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(0, 0x06054b50).putInt(12, 0x7fff_0000);
    Files.write(root.resolve("a.zip"), end.array());

    assertThat(bench.fail("list_archive", Map.of("path", "a.zip")).code())
        .isEqualTo("archive_too_large");
  }

  private Path zip(String file, String... names) throws IOException {
    Path path = root.resolve(file);
    try (OutputStream out = Files.newOutputStream(path);
        var zip = new ZipOutputStream(out)) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(new byte[name.endsWith("/") ? 0 : 1000]);
      }
    }
    return path;
  }
}

package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import dev.reprise.tool.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People see what a call would change before it does. */
class FileChangePreviewTest {

  private Path root;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void showsTheLinesThatAnEditChanges() throws IOException {
    Files.writeString(root.resolve("a.c"), "one\ntwo\nthree\n");

    assertThat(preview("edit_file", "{'path': 'a.c', 'old': 'two', 'new': '2'}"))
        .contains("--- a.c\n+++ a.c\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three");
    assertThat(root.resolve("a.c")).hasContent("one\ntwo\nthree\n");
  }

  @Test
  void showsWhatIsOverwrittenAndWhatIsNew() throws IOException {
    Files.writeString(root.resolve("old"), "a\nb\n");

    assertThat(preview("write_file", "{'path': 'old', 'content': 'a\\nc\\n'}").orElseThrow())
        .endsWith(" a\n-b\n+c");
    assertThat(preview("write_file", "{'path': 'dir/new', 'content': 'x\\n'}").orElseThrow())
        .startsWith("--- dir/new\n+++ dir/new\n")
        .endsWith(",1 @@\n+x");
  }

  @Test
  void showsNothingWhereTheCallWouldFailOrIsTooLongToShow() throws IOException {
    Files.writeString(root.resolve("large"), "x".repeat(300_000));
    Files.write(root.resolve("binary"), new byte[] {0, 1});

    assertThat(preview("edit_file", "{'path': 'no', 'old': 'a', 'new': 'b'}")).isEmpty();
    assertThat(preview("edit_file", "{'path': 'large', 'old': 'y', 'new': 'b'}")).isEmpty();
    assertThat(preview("write_file", "{'path': 'binary', 'content': 'b'}")).isEmpty();
    assertThat(preview("write_file", "{'path': '../outside', 'content': 'b'}")).isEmpty();
    assertThat(preview("delete_file", "{'path': 'large'}")).isEmpty();
  }

  @Test
  void isWholeOrNotThere() throws IOException {
    String many = "line\\n".repeat(8_000);
    String more = "line\\n".repeat(20_000);

    assertThat(preview("write_file", "{'path': 'new', 'content': '" + many + "'}").orElseThrow())
        .endsWith("+line");
    assertThat(preview("write_file", "{'path': 'new', 'content': '" + more + "'}")).isEmpty();
  }

  private Optional<String> preview(String tool, String arguments) throws IOException {
    return FileChangePreview.of(tool, Json.read(arguments.replace('\'', '"')), new Workspace(root));
  }
}

package dev.reprise.batch.source;

import static dev.reprise.batch.source.ReadItems.LIMITS;
import static dev.reprise.batch.source.ReadItems.inputs;
import static dev.reprise.batch.source.ReadItems.problems;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CSV with a header. */
class CommaSeparatedValuesTest {

  private Path directory = Path.of("");

  @BeforeEach
  void use(@TempDir Path temp) {
    directory = temp;
  }

  private ReadItems read() {
    return new ReadItems(directory, LIMITS);
  }

  @Test
  void areItemsOfTexts() throws Exception {
    assertThat(inputs(read().csv("id,name\r\n1,Ana\r\n2,\r\n\r\n03, b c \r\n")))
        .containsExactly(
            "{\"id\":\"1\",\"name\":\"Ana\"}",
            "{\"id\":\"2\",\"name\":\"\"}",
            "{\"id\":\"03\",\"name\":\" b c \"}");
  }

  @Test
  void mayHaveQuotesCommasAndLineBreaksInAValue() throws Exception {
    assertThat(inputs(read().csv("\uFEFFa,\"b,c\"\n\"x\ny\",\"say \"\"hi\"\", you\"\n")))
        .containsExactly("{\"a\":\"x\\ny\",\"b,c\":\"say \\\"hi\\\", you\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a,b,a\\n1,2,3        | header: has the column 'a' twice
          a, ,c\\n1,2,3        | header: column 2 must have a name without blanks around it, not ' '
          a,,c\\n1,2,3         | header: column 2 must have a name without blanks around it, not ''
          a, b\\n1,2           | header: column 2 must have a name without blanks around it, not ' b'
          a,b\\n1\\n           | line 2: has 1 values, and the header names 2 fields
          a,b\\n\\n\\n1,2,3    | line 4: has 3 values, and the header names 2 fields
          a\\n"x\\ny"\\n1,2    | line 4: has 2 values, and the header names 1 fields
          a\\nx\\n"y           | line 3: is not CSV: Missing closing quote
          a\\n"x"y\\n          | line 2: is not CSV: Unexpected character ('y'
          a,b\\n               | the source has no items
          """)
  void sayWhereTheyAreWrong(String text, String problem) {
    assertThat(problems(() -> read().csv(text.replace("\\n", "\n"))))
        .singleElement()
        .asString()
        .startsWith(problem);
  }

  @Test
  void sayOfEveryRowThatIsWrong() {
    assertThat(problems(() -> read().csv("a,b\n1\n1,2\n1,2,3\n")))
        .containsExactly(
            "line 2: has 1 values, and the header names 2 fields",
            "line 4: has 3 values, and the header names 2 fields");
  }

  @Test
  void areTextInUtf8() {
    assertThat(problems(() -> read().csv("a\nx\0y\n")))
        .containsExactly("line 2: has a zero character; the file must be text in UTF-8");
    assertThat(problems(() -> read().csv("a\nx\n".getBytes(StandardCharsets.UTF_16LE))))
        .singleElement()
        .asString()
        .startsWith("header: ");
    assertThat(problems(() -> read().csv(new byte[] {'a', '\n', (byte) 0xE4, '\n'})))
        .singleElement()
        .asString()
        .endsWith("is followed by what is not UTF-8");
  }

  @Test
  void areNotReadBeyondARowThatIsTooLong() {
    assertThat(problems(() -> read().csv("a\n" + "x".repeat(10_001) + "\n1,2\n")))
        .containsExactly(
            "line 2: has more than 10000 bytes",
            "line 3: has 2 values, and the header names 1 fields");
    assertThat(problems(() -> read().csv("a\n\"" + "x\n".repeat(10_000_000) + "\"\n1,2\n")))
        .containsExactly("line 2: has more than 10000 bytes");
    assertThat(problems(() -> read().csv("a\n" + ",".repeat(20_000_000) + "\n")))
        .containsExactly("line 2: has more than 10000 bytes");
  }

  @Test
  void areOfAnyNumber() throws Exception {
    var read = new ReadItems(directory, new ItemLimits(100_000, 1_000, 10_000_000, 1_000));
    StringBuilder rows = new StringBuilder("n,text\n");
    for (int n = 0; n < 5_000; n++) {
      rows.append(n).append(',').append("x".repeat(60)).append('\n');
    }

    assertThat(read.csv(rows.toString())).hasSize(5_000);
  }

  @Test
  void areFoundInTheWorkspaceOnly() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret.csv"), "a\n1\n");
    Path inside = Files.createDirectory(directory.resolve("inside"));
    Files.createSymbolicLink(inside.resolve("link.csv"), secret);
    var read = new ReadItems(inside, LIMITS);

    for (String path : List.of("../secret.csv", "link.csv", secret.toString(), "none.csv", ".")) {
      var source = new ItemSource.WorkspaceFile("data", path, ItemSource.Format.CSV);
      assertThat(problems(() -> read.of(source, ItemKey.HASH)))
          .as(path)
          .singleElement()
          .asString()
          .startsWith("source.path: ");
    }
    var elsewhere = new ItemSource.WorkspaceFile("other", "a.csv", ItemSource.Format.CSV);
    assertThat(problems(() -> read.of(elsewhere, ItemKey.HASH)))
        .containsExactly(
            "source.workspace: must be a workspace of this server or a directory in one; there"
                + " are: data");
  }

  @Property(tries = 200)
  void giveBackWhatWasWritten(@ForAll("rows") List<List<String>> rows) throws Exception {
    String text =
        "n,a,b\n"
            + java.util.stream.IntStream.range(0, rows.size())
                .mapToObj(
                    n -> n + "," + rows.get(n).stream().map(this::quoted).collect(joining(",")))
                .collect(joining("\r\n"));
    Path directory = Files.createTempDirectory("rows"); // a property has no @TempDir
    List<Item> items;
    try {
      items = new ReadItems(directory, LIMITS).csv(text.getBytes(UTF_8));
    } finally {
      Files.delete(directory.resolve("items"));
      Files.delete(directory);
    }

    assertThat(items)
        .extracting(item -> (ObjectNode) Json.read(item.input().text()))
        .extracting(it -> List.of(it.path("a").textValue(), it.path("b").textValue()))
        .isEqualTo(rows);
  }

  @Provide
  Arbitrary<List<List<String>>> rows() {
    return Arbitraries.of("\"", ",", "\n", "\r\n", "x", " ", "ü漢", "{{key}}", "#", "\\", "'")
        .list()
        .ofMaxSize(5)
        .map(parts -> String.join("", parts))
        .list()
        .ofSize(2)
        .list()
        .ofMinSize(1)
        .ofMaxSize(30);
  }

  private String quoted(String value) {
    return "\"" + value.replace("\"", "\"\"") + "\"";
  }
}

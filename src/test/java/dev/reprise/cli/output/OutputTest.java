package dev.reprise.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.reprise.platform.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The forms in which answers are printed. */
class OutputTest {

  private static final Columns COLUMNS =
      Columns.NONE
          .with("ID", "/id")
          .with("PLACE", "/place/name")
          .with("LENGTH", item -> Integer.toString(item.path("id").asText().length()));

  private static final JsonNode FIRST =
      Json.read("{\"id\": \"a\", \"place\": {\"name\": \"here\"}, \"usd\": 1.50}");
  private static final JsonNode SECOND =
      Json.read("{\"id\": \"bcd\", \"place\": {\"name\": \"\\u001b[31mx\"}}");

  private final StringWriter printed = new StringWriter();

  @Test
  void aTableHasTitlesAndAnItemALine() {
    output(OutputFormat.TABLE).all(COLUMNS, List.of(FIRST, SECOND));

    assertThat(printed.toString())
        .isEqualToNormalizingNewlines(
            """
            ID   PLACE          LENGTH
            a    here           1
            bcd  ⟨U+001B⟩[31mx  3
            """);
  }

  @ParameterizedTest
  @EnumSource(
      value = OutputFormat.class,
      names = {"JSON", "JSONL", "YAML"})
  void whatATerminalWouldObeyIsAnEscapeWithTheSameMeaning(OutputFormat format) throws Exception {
    String hostile = "a\u009b31m\u202e\u200b\u2028b\udb40\udc41 é\nc";
    JsonNode item = JsonNodeFactory.instance.objectNode().put("id", hostile);

    output(format).one(COLUMNS, item);

    assertThat(printed.toString())
        .containsOnlyOnce("é")
        .doesNotContainPattern("[\\p{C}&&[^\\r\\n]]");
    assertThat(printed.toString()).doesNotContainPattern("[\\p{Zl}\\p{Zp}]");
    assertThat(new YAMLMapper().readTree(printed.toString())).isEqualTo(item);
  }

  @Test
  void aTableSaysHowMuchOfATextIsLeftOutAndHowToSeeIt() {
    JsonNode item = Json.read("{\"id\": \"%s\"}".formatted("x".repeat(1_261)));

    output(OutputFormat.TABLE).all(Columns.NONE.with("ID", "/id"), List.of(item));

    assertThat(printed.toString())
        .isEqualToNormalizingNewlines(
            """
            ID
            %s… (+1,189)

            … (+N): N more characters, which --output json shows.
            """
                .formatted("x".repeat(72)));
  }

  @Test
  void anEmptyTableHasTitles() {
    output(OutputFormat.TABLE).all(COLUMNS, List.of());

    assertThat(printed.toString()).isEqualToNormalizingNewlines("ID  PLACE  LENGTH\n");
  }

  @Test
  void oneItemHasAColumnALineAndNoneForWhatItLacks() {
    output(OutputFormat.TABLE).one(COLUMNS.with("none", "/none"), FIRST);

    assertThat(printed.toString())
        .isEqualToNormalizingNewlines(
            """
            ID      a
            PLACE   here
            LENGTH  1
            """);
  }

  @Test
  void jsonIsAllThatTheServerSays() {
    output(OutputFormat.JSON).all(COLUMNS, List.of(FIRST, SECOND));

    assertThat(Json.read(printed.toString()).get(0)).isEqualTo(FIRST);
    assertThat(printed.toString()).contains("1.50");
  }

  @Test
  void anEmptyListInJsonIsAnEmptyArray() {
    output(OutputFormat.JSON).all(COLUMNS, List.of());

    assertThat(printed.toString().strip()).isEqualTo("[ ]");
  }

  @Test
  void jsonLinesAreAnItemALine() {
    output(OutputFormat.JSONL).all(COLUMNS, List.of(FIRST, SECOND));

    assertThat(printed.toString().lines().map(Json::read)).containsExactly(FIRST, SECOND);
  }

  @Test
  void yamlIsYaml() {
    output(OutputFormat.YAML).one(COLUMNS, FIRST);

    assertThat(printed.toString())
        .isEqualToNormalizingNewlines(
            """
            id: a
            place:
              name: here
            usd: 1.50
            """);
  }

  private Output output(OutputFormat format) {
    return new Output(new PrintWriter(printed), format);
  }
}

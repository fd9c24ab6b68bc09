package dev.reprise.batch.source;

import static dev.reprise.batch.source.ReadItems.LIMITS;
import static dev.reprise.batch.source.ReadItems.inputs;
import static dev.reprise.batch.source.ReadItems.problems;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON Lines, in a request and in a file. */
class JsonLinesTest {

  private Path directory = Path.of("");

  @BeforeEach
  void use(@TempDir Path temp) {
    directory = temp;
  }

  private ReadItems read() {
    return new ReadItems(directory, LIMITS);
  }

  @Test
  void areItemsInTheirOrder() throws Exception {
    List<Item> items = read().lines("{\"b\": 1, \"a\": \"ü\"}\n\n  \r\n{\"a\":2}\r\n{\"a\":3}");

    assertThat(items).extracting(Item::number).containsExactly(1, 2, 3);
    assertThat(inputs(items)).containsExactly("{\"a\":\"ü\",\"b\":1}", "{\"a\":2}", "{\"a\":3}");
    assertThat(items.get(1).key()).isEqualTo(CanonicalJson.sha256(Json.read("{\"a\":2}")));
  }

  @Test
  void mayBeginWithAByteOrderMark() throws Exception {
    assertThat(inputs(read().jsonl("\uFEFF{\"a\":1}\n".getBytes(UTF_8))))
        .containsExactly("{\"a\":1}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":                  | is not JSON: Unexpected end-of-input
          {"a":1} {"a":2}        | is not JSON: there is more after its first value
          {"a":1,"a":2}          | is not JSON: Duplicate field 'a'
          [1]                    | must be a JSON object
          "x"                    | must be a JSON object
          null                   | must be a JSON object
          {"a":"\\uD800"}        | must not have an unpaired surrogate
          {"a":NaN}              | is not JSON: Non-standard token 'NaN'
          """)
  void refusesALineThatIsNoItem(String line, String problem) {
    assertThat(problems(() -> read().lines("{\"first\":1}\n" + line + "\n{\"last\":1}\n")))
        .singleElement()
        .asString()
        .startsWith("line 2: " + problem);
  }

  @Test
  void findsEveryLineThatIsWrongUpToAHundred() {
    assertThat(problems(() -> read().lines("{}\n[]\n{\"a\":1}\n2\n")))
        .containsExactly("line 2: must be a JSON object", "line 4: must be a JSON object");
    assertThat(problems(() -> read().lines("[]\n".repeat(500)))).hasSize(100);
  }

  @Test
  void passesNothingOnAfterTheFirstThatIsWrong() {
    List<Item> passed = new ArrayList<>();
    var set =
        new DataSet(ReadItems.source("{\"a\":1}\n[]\n{\"a\":2}"), ItemKey.HASH, InputTemplate.ITEM);
    var collector = new ItemCollector(set, LIMITS, passed::add);

    assertThat(
            problems(
                () -> {
                  JsonLines.read(
                      new java.io.ByteArrayInputStream("{\"a\":1}\n[]\n{\"a\":2}".getBytes(UTF_8)),
                      collector);
                  return collector.end();
                }))
        .hasSize(1);
    assertThat(passed).extracting(Item::number).containsExactly(1);
  }

  @Test
  void refusesALineThatIsTooLongAndReadsOn() {
    String huge = "{\"a\":\"" + "x".repeat(20_000_000) + "\"}\n";

    assertThat(problems(() -> read().jsonl((huge + "[]\n").getBytes(UTF_8))))
        .containsExactly("line 1: has more than 10000 bytes", "line 2: must be a JSON object");
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    assertThat(problems(() -> read().jsonl(new byte[] {'{', '}', '\n', (byte) 0xC3, '\n'})))
        .containsExactly("line 2: is not UTF-8");
    assertThat(problems(() -> read().jsonl(new byte[] {'{', '"', 0, '"', ':', '1', '}'})))
        .singleElement()
        .asString()
        .startsWith("line 1: is not JSON: Illegal unquoted character");
  }

  @Test
  void refusesASourceWithoutItems() {
    assertThat(problems(() -> read().lines("\n \n"))).containsExactly("the source has no items");
  }

  @Test
  void refusesMoreThanTheLimits() {
    var few = new ReadItems(directory, new ItemLimits(2, 1_000, 1_000, 1_000));
    assertThat(problems(() -> few.lines("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}")))
        .containsExactly("line 3: there may be at most 2 items");

    var small = new ReadItems(directory, new ItemLimits(1_000, 1_000, 20, 1_000));
    assertThat(problems(() -> small.lines("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}")))
        .containsExactly("line 3: all items together may have at most 20 bytes");
  }

  @Test
  void haveTheKeyThatIsAskedFor() throws Exception {
    String text = "{\"id\":7,\"lang\":\"de\",\"ok\":true}";

    assertThat(read().lines(text, "id").getFirst().key()).isEqualTo("7");
    assertThat(read().lines(text, "lang").getFirst().key()).isEqualTo("de");
    assertThat(read().lines(text, "lang", "id", "ok").getFirst().key())
        .isEqualTo("[\"de\",7,true]");
  }

  @Test
  void refusesKeysThatIdentifyNothing() {
    assertThat(problems(() -> read().lines("{\"id\":1}\n{\"id\":\"1\"}", "id")))
        .containsExactly("line 2: has the key '1' of line 1; keys must be unique");
    assertThat(problems(() -> read().lines("{\"a\":1,\"b\":2}\n\n{\"b\":2.0,\"a\":1}")))
        .containsExactly("line 3: is the same as line 1; remove it, or name the fields of a key");
    assertThat(problems(() -> read().lines("{\"a\":1}\n{\"id\":null}\n{\"id\":[1]}", "id")))
        .containsExactly(
            "line 1: has no field 'id' for its key; it has a",
            "line 2: the field 'id' of its key must be a text, a number or a boolean",
            "line 3: the field 'id' of its key must be a text, a number or a boolean");
    assertThat(
            problems(
                () ->
                    read()
                        .lines(
                            "{\"id\":\" \"}\n{\"id\":\"a\\u0000\"}\n{\"id\":\"%s\"}"
                                .formatted("x".repeat(201)),
                            "id")))
        .hasSize(3)
        .allMatch(problem -> problem.contains("its key must have 1 to 200 characters"));
  }

  @Property(tries = 200)
  void giveBackWhatWasWritten(@ForAll @Size(min = 1, max = 20) List<String> texts)
      throws Exception {
    StringBuilder lines = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (String text : texts) {
      if (UTF_8.newEncoder().canEncode(text)) {
        var item = JsonNodeFactory.instance.objectNode().put("n", expected.size()).put("t", text);
        lines.append(Json.write(item)).append('\n');
        expected.add(CanonicalJson.write(item));
      }
    }
    if (!expected.isEmpty()) {
      assertThat(
              inputs(new ReadItems(Path.of("").toAbsolutePath(), LIMITS).lines(lines.toString())))
          .isEqualTo(expected);
    }
  }
}

package dev.reprise.batch.source;

import static dev.reprise.batch.source.ReadItems.problems;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a data set becomes is bounded as what it is: a small one fills no large inputs. */
class InputSizeTest {

  private static final ItemLimits LIMITS = new ItemLimits(1_000, 10_000, 20_000, 2_000);

  private static final String TOO_LARGE =
      "line 1: would have an input of more than 2000 bytes with all that it refers to";

  @TempDir private Path directory = Path.of("");

  private List<Item> read(String template, String lines) throws Exception {
    JsonNode input = Json.read(template);
    return new ReadItems(directory, LIMITS)
        .of(
            new DataSet(
                ReadItems.source(lines), ItemKey.HASH, new InputTemplate((ObjectNode) input)));
  }

  private static String line(String character, int length) {
    return "{\"a\":\"%s\"}".formatted(character.repeat(length));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"k\":\"<{{item.a}}{{item.a}}{{item.a}}>\"}",
        "{\"k\":[\"{{item.a}}\",{\"l\":\"{{item.a}}\"},\"{{item.a}}\"]}",
        "{\"k\":[\"{{item}}\",\"{{item}}\",\"{{item}}\"]}",
        "{\"k\":\"{{item}}{{item}}{{item}}\"}"
      })
  void refusesAnInputThatReferencesMakeTooLarge(String template) throws Exception {
    assertThat(read(template, line("x", 500))).hasSize(1);
    assertThat(problems(() -> read(template, line("x", 800)))).containsExactly(TOO_LARGE);
  }

  @Test
  void countsBytesAndNotCharacters() {
    assertThat(problems(() -> read("{\"k\":\"{{item.a}}\"}", line("€", 700))))
        .containsExactly(TOO_LARGE);
  }

  @Test
  void countsWhatTheTemplateItselfHas() {
    String template = "{\"k\":\"%s{{item.a}}\"}".formatted("x".repeat(1_500));

    assertThat(problems(() -> read(template, line("x", 600)))).containsExactly(TOO_LARGE);
  }

  @Test
  void refusesInputsThatAreTooLargeTogether() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      lines.append("{\"a\":\"%s\",\"i\":%d}\n".formatted("x".repeat(100), i));
    }

    assertThat(
            problems(
                () -> read("{\"k\":\"%s\"}".formatted("{{item.a}}".repeat(10)), lines.toString())))
        .containsExactly("line 20: the inputs of all items together may have at most 20000 bytes");
  }

  @Test
  void countsATemplateThatBecomesShorterAsItWasRead() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      lines.append("{\"a\":\"\",\"i\":%d}\n".formatted(i));
    }

    assertThat(
            problems(
                () -> read("{\"k\":\"%s\"}".formatted("{{item.a}}".repeat(150)), lines.toString())))
        .containsExactly("line 14: the inputs of all items together may have at most 20000 bytes");
  }

  /** A name in the header is in each item. */
  @Test
  void refusesRowsThatAreTooLargeTogetherByTheirNames() {
    String rows =
        IntStream.range(0, 30)
            .mapToObj(Integer::toString)
            .collect(joining("\n", "x".repeat(1_000) + "\n", "\n"));

    assertThat(
            problems(
                () -> new ReadItems(directory, LIMITS).csv(rows.getBytes(StandardCharsets.UTF_8))))
        .containsExactly("line 21: the inputs of all items together may have at most 20000 bytes");
  }
}

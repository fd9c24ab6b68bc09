package dev.reprise.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.reprise.platform.Json;
import dev.reprise.platform.PlainText;
import java.io.PrintWriter;
import java.util.List;

/**
 * Prints answers to standard output. Characters that a terminal would obey instead of showing them
 * are escapes in each format.
 */
public record Output(PrintWriter out, OutputFormat format) {

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  /** Prints one item; as a table, with a line for each column. */
  public void one(Columns columns, JsonNode item) {
    switch (format) {
      case TABLE -> columns.detail(item).forEach(out::println);
      case JSON -> out.println(PlainText.ofJson(item.toPrettyString()));
      case JSONL -> line(item);
      case YAML -> out.print(yaml(item));
    }
    out.flush();
  }

  /** Prints the items of a list. */
  public void all(Columns columns, List<JsonNode> items) {
    switch (format) {
      case TABLE -> columns.table(items).forEach(out::println);
      case JSON -> out.println(PlainText.ofJson(array(items).toPrettyString()));
      case JSONL -> items.forEach(this::line);
      case YAML -> out.print(yaml(array(items)));
    }
    out.flush();
  }

  /** Prints a value as JSON in one line. */
  public void line(JsonNode item) {
    out.println(PlainText.ofJson(Json.write(item)));
    out.flush();
  }

  private static ArrayNode array(List<JsonNode> items) {
    return JsonNodeFactory.instance.arrayNode().addAll(items);
  }

  /** YAML contains JSON, and only there an escape needs no knowledge of how a text is quoted. */
  private static String yaml(JsonNode value) {
    String json = value.toPrettyString();
    String plain = PlainText.ofJson(json);
    if (!plain.equals(json)) {
      return plain + System.lineSeparator();
    }
    try {
      return YAML.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }
}

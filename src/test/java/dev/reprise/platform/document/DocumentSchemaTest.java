package dev.reprise.platform.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published schemas are schemas, help an editor, and fit what the product ships. */
class DocumentSchemaTest {

  private static final Pattern BLOCK =
      Pattern.compile(
          "```yaml\\n# yaml-language-server: \\$schema=(\\S+)\\.json\\n(.*?)```", Pattern.DOTALL);

  static List<DocumentSchema> schemas() {
    return DocumentSchema.all();
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void isASchemaOfDraft202012(DocumentSchema schema) {
    var meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));

    assertThat(meta.validate(schema.content())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void describesTheDocumentAndEachMember(DocumentSchema schema) {
    assertThat(schema.content().path("title").asText()).isNotBlank();
    assertThat(schema.content().path("description").asText()).isNotBlank();

    members(schema.content(), schema.content())
        .forEach(
            member ->
                assertThat(member.has("description") || member.path("not").isObject())
                    .as("%s has a description", member)
                    .isTrue());
  }

  /** Returns the schemas of all members, with what a reference adds. */
  private static Stream<JsonNode> members(JsonNode root, JsonNode schema) {
    Stream<JsonNode> inner =
        Stream.of("properties", "$defs", "patternProperties")
            .flatMap(keyword -> schema.path(keyword).valueStream())
            .flatMap(it -> members(root, it));
    Stream<JsonNode> own = schema.path("properties").valueStream().map(it -> resolved(root, it));
    return Stream.concat(own, inner);
  }

  private static JsonNode resolved(JsonNode root, JsonNode member) {
    return member.has("$ref") && !member.has("description")
        ? root.at(member.path("$ref").asText().substring(1))
        : member;
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void fitsItsExamples(DocumentSchema schema) {
    assertThat(schema.content().path("examples")).isNotEmpty();
    assertThat(schema.content().path("examples")).allSatisfy(it -> fits(schema, it));
  }

  static List<Path> agents() throws IOException {
    try (Stream<Path> shipped = Files.list(Path.of("src/main/resources/agents"));
        Stream<Path> ofTests = Files.list(Path.of("src/test/agents"))) {
      return Stream.concat(shipped, ofTests).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("agents")
  void fitsTheAgentsOfTheProduct(Path agent) throws IOException {
    fits(DocumentSchema.AGENT, DocumentParser.OF_AGENTS.parse(Files.readString(agent)));
  }

  @Test
  void fitsThePricesOfTheProduct() throws IOException {
    String prices = Files.readString(Path.of("src/main/resources/prices.yaml"));

    fits(DocumentSchema.PRICES, DocumentParser.OF_OPERATORS.parse(prices));
  }

  @Test
  void fitsTheSamplesOfTheDocumentation() throws IOException {
    try (Stream<Path> pages = Files.list(Path.of("src/docs"))) {
      List<MatchResult> samples =
          pages
              .filter(page -> page.toString().endsWith(".md"))
              .flatMap(page -> BLOCK.matcher(text(page)).results())
              .toList();

      assertThat(samples).extracting(sample -> sample.group(1)).contains("agent", "retention");
      assertThat(samples)
          .allSatisfy(
              sample ->
                  fits(
                      DocumentSchema.named(sample.group(1)).orElseThrow(),
                      DocumentParser.OF_OPERATORS.parse(sample.group(2))));
    }
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fits(DocumentSchema schema, JsonNode document) {
    assertThat(schema.errors(document)).isEmpty();
  }
}

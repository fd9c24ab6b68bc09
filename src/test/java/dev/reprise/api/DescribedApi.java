package dev.reprise.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the description of the API allows; a member that it does not name is not allowed. */
record DescribedApi(JsonNode description) {

  static DescribedApi read() {
    try {
      JsonNode description =
          Json.mapper().readTree(Path.of("src/test/resources/api/openapi.json").toFile());
      close(description.at("/components/schemas"));
      return new DescribedApi(description);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(JsonNode schema) {
    if (schema instanceof ObjectNode object
        && object.path("properties").isObject()
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    schema.forEach(DescribedApi::close);
  }

  /** Returns the operation at an address below {@code /api/v1}. */
  Optional<JsonNode> operation(String method, String path) {
    return description
        .path("paths")
        .propertyStream()
        .filter(it -> ("/api/v1" + path).matches(pattern(it.getKey())))
        .filter(it -> it.getValue().has(method.toLowerCase(Locale.ROOT)))
        .min(Comparator.comparing(it -> it.getKey().chars().filter(c -> c == '{').count()))
        .map(it -> it.getValue().path(method.toLowerCase(Locale.ROOT)));
  }

  /** A parameter of a path may also be one of the page's, such as {@code {id}} or {@code $ID}. */
  private static String pattern(String template) {
    return template.replaceAll("\\{[^}]*}", "(?:[^/:]+)");
  }

  /** Returns what is wrong with the body of a request. */
  List<Error> errorsOfBody(JsonNode operation, JsonNode body) {
    return errors(operation.at("/requestBody/content/application~1json/schema"), body);
  }

  /** Returns in what a value differs from a schema of this name. */
  List<Error> errors(String schema, JsonNode value) {
    return errors(
        Json.mapper().createObjectNode().put("$ref", "#/components/schemas/" + schema), value);
  }

  private List<Error> errors(JsonNode schema, JsonNode value) {
    ObjectNode all = description.deepCopy();
    all.remove("paths");
    all.setAll((ObjectNode) schema);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(all)
        .validate(value);
  }
}

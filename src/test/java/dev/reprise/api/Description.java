package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.platform.Json;
import dev.reprise.server.TestServer;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What the API says of itself, held against each JSON that a test gets from the server: no member
 * that is needed is absent, none is of another type, and there is none that is not described.
 */
final class Description {

  private static final String BASE = "/api/v1/";
  private static final ObjectNode DOCUMENT = read();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final Map<JsonNode, Schema> SCHEMAS = new ConcurrentHashMap<>();

  private Description() {}

  private static ObjectNode read() {
    var document = (ObjectNode) Json.read(TestServer.description());
    close(document);
    return document;
  }

  /** Has objects with described members have no others. */
  private static void close(JsonNode node) {
    node.forEach(Description::close);
    if (node.path("properties").isObject() && node.path("type").asText().equals("object")) {
      ((ObjectNode) node).put("additionalProperties", false);
    }
  }

  /**
   * Checks an answer of the API, if it is JSON; what is not described at all is no answer of it.
   */
  static void check(HttpResponse<String> answer) {
    String type = answer.headers().firstValue("Content-Type").orElse("").split(";", -1)[0];
    String path = answer.request().uri().getPath();
    if (!(type.equals("application/json") || type.endsWith("+json"))
        || !path.startsWith(BASE)
        || path.equals(BASE + "openapi")) {
      return;
    }
    JsonNode body = Json.read(answer.body());
    String verb = answer.request().method();
    JsonNode responses =
        operation(verb, path).map(it -> it.path("responses")).orElse(DOCUMENT.missingNode());
    JsonNode response =
        answer.statusCode() < 300
            ? responses.path(Integer.toString(answer.statusCode()))
            : DOCUMENT.at("/components/responses/problem");
    JsonNode schema = response.path("content").path(type).path("schema");
    assertThat(schema.isMissingNode())
        .as("%s %s: %d %s is not described", verb, path, answer.statusCode(), type)
        .isFalse();
    assertThat(schema(schema).validate(body)).as("%s %s: %s", verb, path, body).isEmpty();
  }

  private static Optional<JsonNode> operation(String verb, String path) {
    return DOCUMENT.path("paths").properties().stream()
        .filter(it -> pattern(it.getKey()).matcher(path).matches())
        .map(it -> it.getValue().path(verb.toLowerCase(Locale.ROOT)))
        .filter(it -> !it.isMissingNode())
        .findFirst();
  }

  private static Pattern pattern(String template) {
    return Pattern.compile("\\Q" + template.replaceAll("\\{[^}]*}", "\\\\E[^/:]+\\\\Q") + "\\E");
  }

  private static Schema schema(JsonNode schema) {
    return SCHEMAS.computeIfAbsent(
        schema,
        it -> {
          ObjectNode whole = DOCUMENT.objectNode();
          whole.setAll((ObjectNode) it);
          whole.set("components", DOCUMENT.path("components"));
          return REGISTRY.getSchema(whole);
        });
  }
}

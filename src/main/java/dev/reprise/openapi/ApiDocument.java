package dev.reprise.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.http.StrictJsonProvider;
import dev.reprise.api.page.Items;
import dev.reprise.api.page.JournalPage;
import dev.reprise.api.page.Page;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The OpenAPI document. SmallRye's scanner finds the operations by the annotations of JAX-RS and
 * MicroProfile OpenAPI. This class replaces the schemas of their bodies, because the scanner
 * guesses them and the mapper knows them.
 */
final class ApiDocument {

  static final String BASE = "/api/v1";
  private static final List<Class<?>> LISTS = List.of(Page.class, Items.class, JournalPage.class);
  private static final String SCHEMAS = "#/components/schemas/";

  private final ObjectNode document;
  private final ApiClasses classes;
  private final JsonNode examples;

  ApiDocument(ObjectNode scanned, ApiClasses classes, JsonNode examples) {
    this.document = scanned;
    this.classes = classes;
    this.examples = examples;
  }

  ObjectNode document() {
    ObjectNode components = (ObjectNode) document.path("components");
    ObjectNode schemas = components.putObject("schemas");
    var mapper =
        new StrictJsonProvider().locateMapper(Object.class, MediaType.APPLICATION_JSON_TYPE);
    var wire = new Schemas(mapper, "", schemas);
    new Events(schemas, wire).add();
    resolve(document.path("paths"), wire);
    resolve(components.path("responses"), wire);
    var operations = new Operations(BASE, classes.resources());
    new OperationRules(operations, examples).apply((ObjectNode) document.path("paths"), document);
    return document;
  }

  /** Replaces references to the scanner's schemas by references to the mapper's. */
  private void resolve(JsonNode node, Schemas wire) {
    List<JsonNode> children = new ArrayList<>();
    node.forEach(children::add);
    children.forEach(child -> resolve(child, wire));
    if (node instanceof ObjectNode object && node.path("$ref").asText().startsWith(SCHEMAS)) {
      String name = node.path("$ref").asText().substring(SCHEMAS.length());
      object.remove("$ref");
      object.setAll(schema(name, wire));
    }
  }

  private ObjectNode schema(String name, Schemas wire) {
    if (name.equals(UUID.class.getSimpleName())) {
      return wire.of(UUID.class);
    }
    return classes
        .named(name)
        .map(wire::of)
        .or(() -> list(name, wire))
        .orElseThrow(() -> new IllegalStateException("no class is called " + name));
  }

  /** Returns the schema of a list; the scanner calls one of runs {@code PageRunView}. */
  private Optional<ObjectNode> list(String name, Schemas wire) {
    return LISTS.stream()
        .filter(list -> name.startsWith(list.getSimpleName()))
        .flatMap(
            list ->
                classes.named(name.substring(list.getSimpleName().length())).stream()
                    .map(item -> wire.listOf(list, item)))
        .findFirst();
  }
}

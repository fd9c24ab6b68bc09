package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The declarations of the built-in tools as runs have pinned them. A declaration with another
 * digest makes every run that pinned the tool wait for a migration.
 */
public final class PinnedDeclarations {

  private PinnedDeclarations() {}

  /** Asserts that a declaration is what the file of its name says. */
  public static void assertPinned(ToolDeclaration declaration) throws IOException {
    JsonNode pinned = pinned(declaration.name());

    assertThat(shown(declaration)).as(declaration.name()).isEqualTo(pinned);
    assertThat(properties(Json.read(declaration.arguments().text())))
        .as("order of the arguments of " + declaration.name())
        .isEqualTo(properties(pinned.get("arguments")));
  }

  private static JsonNode pinned(String name) throws IOException {
    try (InputStream file =
        PinnedDeclarations.class.getResourceAsStream("declarations/%s.json".formatted(name))) {
      return Json.read(
          new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static JsonNode shown(ToolDeclaration declaration) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("digest", declaration.pinned().digest());
    shown.put("description", declaration.description());
    shown.put("effect", declaration.effect().name());
    shown.put("dangerous", declaration.dangerous());
    shown.put("category", declaration.category());
    declaration.tags().stream().sorted().forEach(shown.putArray("tags")::add);
    shown.put("timeout", declaration.timeout().toString());
    shown.put("resultLimit", declaration.resultLimit());
    shown.set("arguments", Json.read(declaration.arguments().text()));
    return Json.read(Json.write(shown)); // numbers as the file has them
  }

  private static List<String> properties(JsonNode schema) {
    List<String> names = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }
}

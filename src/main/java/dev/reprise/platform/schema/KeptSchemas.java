package dev.reprise.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Schemas that were accepted before, compiled. Those used lately are kept: a batch checks thousands
 * of inputs by one. Tested by {@code KeptSchemasTest}.
 */
public final class KeptSchemas {

  private static final int MOST = 100;

  /** Longer ones are compiled each time, so that what is kept stays small. */
  private static final int LONGEST = 16_384;

  private static final Map<String, JsonSchema> KEPT = Collections.synchronizedMap(new Lately());

  private KeptSchemas() {}

  private static final class Lately extends LinkedHashMap<String, JsonSchema> {

    private static final long serialVersionUID = 1;

    private Lately() {
      super(MOST, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, JsonSchema> eldest) {
      return size() > MOST;
    }
  }

  /**
   * Returns the violations of a value, as {@link JsonSchema#list} does. If the schema would not be
   * accepted now, nothing fits it.
   */
  public static List<JsonSchema.Violation> violations(String schema, JsonNode value) {
    try {
      return compiled(schema).list(value);
    } catch (IllegalArgumentException e) {
      return List.of(
          new JsonSchema.Violation("", "cannot be checked by its schema: " + e.getMessage()));
    }
  }

  /**
   * Returns these violations in one text, as {@link JsonSchema#violations} does; empty if there are
   * none.
   *
   * @param root what it calls the whole value
   */
  public static String violations(String schema, JsonNode value, String root) {
    return JsonSchema.inWords(violations(schema, value), root);
  }

  static JsonSchema compiled(String schema) {
    if (schema.length() > LONGEST) {
      return JsonSchema.of(Json.read(schema), "schema");
    }
    JsonSchema known = KEPT.get(schema);
    if (known == null) {
      known = JsonSchema.of(Json.read(schema), "schema");
      KEPT.put(schema, known);
    }
    return known;
  }
}

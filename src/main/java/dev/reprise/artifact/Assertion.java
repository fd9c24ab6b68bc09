package dev.reprise.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A recorded example by which a program is accepted.
 *
 * @param description what it shows, for people and for models
 * @param input of the call
 * @param result a JSON Schema that the call's result must fit
 * @param tools what calls of other tools give in this example, by their names and in their order;
 *     no other tool can be called in it
 */
public record Assertion(
    String description, JsonNode input, JsonNode result, Map<String, String> tools) {

  public Assertion(
      String description, JsonNode input, JsonNode result, @Nullable Map<String, String> tools) {
    this.description = description;
    this.input = input;
    this.result = result;
    this.tools = tools == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(tools));
  }

  /** Creates an example in which no tool is called. */
  public Assertion(String description, JsonNode input, JsonNode result) {
    this(description, input, result, Map.of());
  }
}

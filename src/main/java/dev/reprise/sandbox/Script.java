package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * What is to be run.
 *
 * @param code JavaScript, the body of an async function: it may {@code await}, and what it {@code
 *     return}s is the result
 * @param input any JSON, which the code finds under the name {@code input}
 * @param functions what it may ask of the host, by the names of the global functions; a name is a
 *     JavaScript identifier
 */
public record Script(String code, JsonNode input, Map<String, HostFunction> functions) {

  public Script {
    functions = Map.copyOf(functions);
    for (String name : functions.keySet()) {
      if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,63}")) {
        throw new IllegalArgumentException("no function can be named '" + name + "'");
      }
    }
  }
}

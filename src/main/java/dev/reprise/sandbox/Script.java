package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A script to run.
 *
 * @param code JavaScript, the body of an async function: it may {@code await}, and what it {@code
 *     return}s is the result
 * @param input any JSON, which the code reads as {@code input}
 * @param functions the host functions that the code may call, by the names of the global functions;
 *     a name is a JavaScript identifier
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

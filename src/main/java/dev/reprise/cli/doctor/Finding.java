package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * Something that is wrong.
 *
 * @param text what is wrong, as a sentence
 * @param remedy what to do about it, with the command to type if there is one
 */
record Finding(Severity severity, String text, String remedy) {

  static Finding error(String text, String remedy) {
    return new Finding(Severity.ERROR, text, remedy);
  }

  static Finding warning(String text, String remedy) {
    return new Finding(Severity.WARNING, text, remedy);
  }

  Finding asError() {
    return new Finding(Severity.ERROR, text, remedy);
  }

  JsonNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("severity", severity.toString())
        .put("finding", text)
        .put("remedy", remedy);
  }
}

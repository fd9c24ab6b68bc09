package dev.reprise.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The name of an operation in the code of typed clients. It depends on method and path alone:
 * {@code POST …/runs/{id}/tool-calls/{call}:approve} is {@code approveRunToolCall}.
 */
final class OperationId {

  private OperationId() {}

  static String of(String verb, String path) {
    int colon = path.lastIndexOf(':');
    String action = colon < 0 ? word(verb) : path.substring(colon + 1);
    List<String> nouns = nouns(colon < 0 ? path : path.substring(0, colon));
    if (!action.equals("get")) {
      nouns.add(one(nouns.removeLast())); // the operation creates, checks or deletes one of them
    }
    return lowerFirst(camel(action)) + String.join("", nouns);
  }

  private static String word(String verb) {
    return switch (verb.toUpperCase(Locale.ROOT)) {
      case "POST" -> "create";
      case "PUT" -> "replace";
      default -> verb.toLowerCase(Locale.ROOT);
    };
  }

  /** Returns the nouns of a path; a collection that is followed by an id is in the singular. */
  private static List<String> nouns(String path) {
    List<String> nouns = new ArrayList<>();
    for (String segment : path.substring(1).split("/", -1)) {
      if (!segment.startsWith("{")) {
        nouns.add(camel(segment));
      } else {
        nouns.add(one(nouns.removeLast()));
      }
    }
    return nouns;
  }

  private static String one(String many) {
    if (many.equals("Bulk")) {
      return "BulkOperation"; // the word has no plural, and the list must not be named like one
    }
    if (many.endsWith("ies")) {
      return many.substring(0, many.length() - 3) + "y";
    }
    if (many.endsWith("ches")) {
      return many.substring(0, many.length() - 2);
    }
    return many.endsWith("s") ? many.substring(0, many.length() - 1) : many;
  }

  private static String camel(String segment) {
    StringBuilder noun = new StringBuilder();
    for (String word : segment.split("-", -1)) {
      noun.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return noun.toString();
  }

  private static String lowerFirst(String name) {
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }
}

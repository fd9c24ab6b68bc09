package dev.reprise.cli.operation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.ClientJson;
import java.util.List;
import java.util.function.Function;

/** What a command prints of an answer. Without columns, a table has the members of the items. */
public sealed interface Answer {

  /**
   * The items of a list, of all its pages or as many as the option {@code --limit} says.
   *
   * @param rows the items of a page
   * @param page how many items a page has; 0 if the operation takes no limit
   */
  record Items(Columns columns, Function<JsonNode, List<JsonNode>> rows, int page)
      implements Answer {}

  /**
   * One item.
   *
   * @param at where the answer has it: a JSON pointer, or an empty text
   */
  record Item(Columns columns, String at) implements Answer {}

  /**
   * One item with a secret that the server shows once: a repetition under the same key has none.
   *
   * @param secret the member that has it
   * @param remedy what to do if it was not received
   */
  record Secret(Columns columns, String secret, String remedy) implements Answer {}

  /** One item, whose member of this name says whether there was success. */
  record Verdict(Columns columns, String success) implements Answer {}

  /** The answer itself, or a file of it. */
  record Content() implements Answer {}

  /** Nothing. */
  record Nothing() implements Answer {}

  /** Returns the items of a list that has no pages. */
  static Answer items(Columns columns) {
    return new Items(columns, page -> member(page, "items"), 0);
  }

  /** Returns the items of a list with pages. */
  static Answer paged(Columns columns) {
    return new Items(columns, page -> member(page, "items"), 200);
  }

  static Answer item(Columns columns) {
    return new Item(columns, "");
  }

  static Answer content() {
    return new Content();
  }

  static Answer nothing() {
    return new Nothing();
  }

  /** Returns the values of a list that is a member of an answer. */
  static List<JsonNode> member(JsonNode answer, String name) {
    return ClientJson.list(answer.path(name), it -> it);
  }
}

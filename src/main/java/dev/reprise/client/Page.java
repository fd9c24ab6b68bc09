package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ClientJson;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A page of a list.
 *
 * @param next with which the next page is requested; empty on the last one
 */
public record Page<T>(List<T> items, Optional<String> next) {

  public Page {
    items = List.copyOf(items);
  }

  static <T> Page<T> of(JsonNode page, Function<JsonNode, T> reader) {
    return new Page<>(
        ClientJson.list(page.path("items"), reader), ClientJson.text(page, "nextCursor"));
  }
}

package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.RepriseException;
import java.util.ArrayList;
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

  /** Requests the page that begins at a cursor, or the first one without. */
  @FunctionalInterface
  public interface Request<T> {
    Page<T> at(Optional<String> cursor) throws RepriseException, InterruptedException;
  }

  /** Returns the items of all pages. */
  public static <T> List<T> all(Request<T> request) throws RepriseException, InterruptedException {
    return first(Integer.MAX_VALUE, request);
  }

  /** Returns the first items of a list, from as many pages as they take. */
  public static <T> List<T> first(int limit, Request<T> request)
      throws RepriseException, InterruptedException {
    List<T> found = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      Page<T> page = request.at(cursor);
      page.items().stream().limit(limit - (long) found.size()).forEach(found::add);
      cursor = page.next();
    } while (cursor.isPresent() && found.size() < limit);
    return found;
  }

  static <T> Page<T> of(JsonNode page, Function<JsonNode, T> reader) {
    return new Page<>(
        ClientJson.list(page.path("items"), reader), ClientJson.text(page, "nextCursor"));
  }
}

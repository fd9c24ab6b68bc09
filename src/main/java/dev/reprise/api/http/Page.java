package dev.reprise.api.http;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param nextCursor requests the next page; empty on the last one
 */
public record Page<T>(List<T> entries, Optional<String> nextCursor) {

  public Page {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the first page of a list.
   *
   * @param found up to one entry more than fits, so that it is known whether another page follows
   * @param cursor names the entry that the next page comes after
   */
  public static <T> Page<T> of(List<T> found, int limit, Function<T, String> cursor) {
    List<T> entries = found.subList(0, Math.min(limit, found.size()));
    return new Page<>(
        entries,
        found.size() > limit ? Optional.of(cursor.apply(entries.getLast())) : Optional.empty());
  }

  /** Returns a response with this body, and with a link to the next page if there is one. */
  public Response response(Object body, UriInfo uri) {
    var response = Response.ok(body);
    nextCursor.ifPresent(
        next ->
            response.link(
                uri.getRequestUriBuilder().replaceQueryParam("cursor", next).build(), "next"));
    return response.build();
  }
}

package dev.reprise.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A request below {@code /api/v1}.
 *
 * @param key of a request that changes something
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    Optional<Body> body,
    Optional<IdempotencyKey> key) {

  private static final String JSON = "application/json";

  public ApiRequest {
    query = Map.copyOf(query);
    headers = Map.copyOf(headers);
  }

  /** What is sent. */
  public record Body(String mediaType, String text) {}

  public static ApiRequest of(Operation operation, Object... values) {
    return new ApiRequest(
        operation.method(),
        operation.path(values),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns this request with a parameter of the query, if it has a value. */
  public ApiRequest query(String name, Optional<?> value) {
    return value
        .map(it -> new ApiRequest(method, path, with(query, name, it), headers, body, key))
        .orElse(this);
  }

  public ApiRequest header(String name, String value) {
    return new ApiRequest(method, path, query, with(headers, name, value), body, key);
  }

  public ApiRequest body(JsonNode json) {
    return body(new Body(JSON, ClientJson.write(json)));
  }

  public ApiRequest body(Body sent) {
    return new ApiRequest(method, path, query, headers, Optional.of(sent), key);
  }

  public ApiRequest key(IdempotencyKey given) {
    return new ApiRequest(method, path, query, headers, body, Optional.of(given));
  }

  /** Returns the path with the query. */
  String address() {
    return query.isEmpty()
        ? path
        : path
            + new TreeMap<>(query)
                .entrySet().stream()
                    .map(it -> it.getKey() + "=" + Operation.encoded(it.getValue()))
                    .collect(Collectors.joining("&", "?", ""));
  }

  /** Returns whether the server carries it out once, however often it is sent. */
  boolean isRepeatable() {
    return method.equals("GET") || key.isPresent();
  }

  private static Map<String, String> with(Map<String, String> map, String name, Object value) {
    Map<String, String> all = new TreeMap<>(map);
    all.put(name, value.toString());
    return all;
  }
}

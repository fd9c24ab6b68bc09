package dev.reprise.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A request below {@code /api/v1}. Tested by {@code RepeatedRequestTest}.
 *
 * @param key of a request that changes something
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, List<String>> query,
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
    return value.map(it -> query(name, List.of(it))).orElse(this);
  }

  /** Returns this request with a parameter of the query for each value. */
  public ApiRequest query(String name, Collection<?> values) {
    if (values.isEmpty()) {
      return this;
    }
    Map<String, List<String>> all = new TreeMap<>(query);
    all.put(name, values.stream().map(Object::toString).toList());
    return new ApiRequest(method, path, all, headers, body, key);
  }

  public ApiRequest header(String name, String value) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put(name, value);
    return new ApiRequest(method, path, query, all, body, key);
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
                    .flatMap(
                        it ->
                            it.getValue().stream()
                                .map(value -> it.getKey() + "=" + Operation.encoded(value)))
                    .collect(Collectors.joining("&", "?", ""));
  }

  /** Returns whether the server carries it out once, however often it is sent. */
  boolean isRepeatable() {
    return method.equals("GET") || key.isPresent();
  }
}

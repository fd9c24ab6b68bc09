package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a server, which is asked for them once, because it records each time. Tested by
 * {@code ServerSettingsTest}.
 */
final class ServerSettings {

  private final RepriseClient client;
  private @Nullable Map<String, JsonNode> known;
  private @Nullable RepriseException refusal;

  ServerSettings(RepriseClient client) {
    this.client = client;
  }

  /**
   * Returns the value of a setting, or else its default; empty if it has neither.
   *
   * @throws RepriseException if the server does not tell
   */
  Optional<String> value(String name) throws RepriseException, InterruptedException {
    return find(name)
        .flatMap(it -> ClientJson.text(it, "value").or(() -> ClientJson.text(it, "default")));
  }

  /**
   * Returns a number, like {@link #value}.
   *
   * @throws RepriseException if the server does not tell
   */
  long number(String name) throws RepriseException, InterruptedException {
    return value(name).map(Long::parseLong).orElse(0L);
  }

  /**
   * Returns whether somebody has set it.
   *
   * @throws RepriseException if the server does not tell
   */
  boolean isSet(String name) throws RepriseException, InterruptedException {
    return find(name).filter(it -> it.has("source")).isPresent();
  }

  private Optional<JsonNode> find(String name) throws RepriseException, InterruptedException {
    if (refusal != null) {
      throw refusal;
    }
    if (known == null) {
      known = ask();
    }
    return Optional.ofNullable(known.get(name));
  }

  private Map<String, JsonNode> ask() throws RepriseException, InterruptedException {
    try {
      JsonNode answer = client.send(ApiRequest.of(Operation.SHOW_CONFIGURATION));
      return ClientJson.list(answer.path("items"), it -> it).stream()
          .collect(
              Collectors.toMap(
                  it -> it.path("name").asText(), Function.identity(), (one, other) -> one));
    } catch (RepriseException e) {
      refusal = e;
      throw e;
    }
  }
}

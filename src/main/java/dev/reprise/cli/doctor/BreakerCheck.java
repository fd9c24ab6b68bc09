package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;

/**
 * An open breaker keeps calls from a provider or tool that fails, or runs of an agent that does.
 */
final class BreakerCheck implements Check {

  @Override
  public String subject() {
    return "the breakers";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_BREAKERS)).stream()
        .filter(it -> !it.path("state").asText().equals("CLOSED"))
        .map(BreakerCheck::finding)
        .toList();
  }

  private static Finding finding(JsonNode it) {
    String kind = it.path("kind").asText();
    String text =
        "The breaker of %s '%s' is %s since %s, after %d failures in a row, the last one %s."
            .formatted(
                kind.equals("model") ? "model provider" : kind,
                it.path("name").asText(),
                it.path("state").asText(),
                it.path("since").asText(),
                it.path("failures").asInt(),
                it.path("because").asText());
    String remedy =
        "It is tried again at %s. Mend the cause first; to try at once: POST /api/v1/breakers/%s/%s:reset"
            .formatted(it.path("until").asText(), kind, it.path("name").asText());
    return kind.equals("model") ? Finding.error(text, remedy) : Finding.warning(text, remedy);
  }
}

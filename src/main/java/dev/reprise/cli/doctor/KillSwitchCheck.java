package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Locale;

/** A kill switch that is forgotten keeps runs from working. */
final class KillSwitchCheck implements Check {

  @Override
  public String subject() {
    return "the kill switches";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_KILL_SWITCHES)).stream()
        .map(this::finding)
        .toList();
  }

  private Finding finding(JsonNode it) {
    String kind = it.path("kind").asText().toLowerCase(Locale.ROOT).replace('_', '-');
    String name = it.path("name").asText();
    return Finding.warning(
        "The kill switch %s is set for tenant %s by %s since %s: %s"
            .formatted(
                name.isEmpty() ? kind : kind + " " + name,
                it.path("tenant").asText(),
                it.path("by").asText(),
                it.path("at").asText(),
                it.path("reason").asText()),
        "Once its reason is gone: reprise kill-switch release " + it.path("id").asText());
  }
}

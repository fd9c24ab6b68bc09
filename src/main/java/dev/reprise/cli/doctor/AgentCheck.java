package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.stream.Collectors;

/** Agents whose documents the server cannot use. */
final class AgentCheck implements Check {

  @Override
  public String subject() {
    return "the agents";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    return server.client().catalogue().agents().stream()
        .filter(agent -> !agent.path("usable").asBoolean(true))
        .map(AgentCheck::finding)
        .toList();
  }

  private static Finding finding(JsonNode agent) {
    String problems =
        ClientJson.list(
                agent.path("problems"),
                it -> "%s %s".formatted(it.path("path").asText(), it.path("message").asText()))
            .stream()
            .map(String::strip)
            .collect(Collectors.joining("; "));
    return Finding.error(
        "Agent '%s' cannot be used: %s".formatted(agent.path("name").asText(), problems),
        "Correct %s; to check it: reprise agent validate FILE"
            .formatted(agent.path("source").asText()));
  }
}

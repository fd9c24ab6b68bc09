package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Agents whose documents the server cannot use, or warns of. */
final class AgentCheck implements Check {

  @Override
  public String subject() {
    return "the agents";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_AGENTS)).stream()
        .flatMap(AgentCheck::findings)
        .toList();
  }

  private static Stream<Finding> findings(JsonNode agent) {
    return agent.path("usable").asBoolean(true)
        ? ClientJson.list(agent.path("warnings"), JsonNode::asText).stream()
            .map(warning -> warning(agent, warning))
        : Stream.of(finding(agent));
  }

  private static Finding warning(JsonNode agent, String warning) {
    return Finding.warning(
        "Agent '%s': %s.".formatted(agent.path("name").asText(), warning),
        ("Correct %s, or add what it names: an agent, or the price of a model in the file that"
                + " REPRISE_PRICES_FILE names. For models without a price, a person is not asked if"
                + " REPRISE_APPROVALS_ASK_WITHOUT_PRICE=false.")
            .formatted(agent.path("source").asText()));
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

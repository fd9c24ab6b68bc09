package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.stream.Stream;

/** MCP servers that are away, and tools of theirs that cannot be used or have changed. */
final class McpServerCheck implements Check {

  @Override
  public String subject() {
    return "the MCP servers";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_MCP_SERVERS)).stream()
        .flatMap(it -> Stream.of(away(it), leftOut(it), quarantined(it)).flatMap(found -> found))
        .toList();
  }

  private static Stream<Finding> away(JsonNode server) {
    return server.path("status").asText().equals("AWAY")
        ? Stream.of(
            Finding.error(
                "MCP server '%s' is away since %s: %s"
                    .formatted(
                        server.path("server").asText(),
                        server.path("since").asText(),
                        server.path("detail").asText()),
                "Start it, or correct or remove its entry in the file that REPRISE_MCP_SERVERS_FILE"
                    + " names."))
        : Stream.empty();
  }

  private static Stream<Finding> leftOut(JsonNode server) {
    return ClientJson.list(server.path("leftOut"), it -> it).stream()
        .map(
            tool ->
                Finding.warning(
                    "Tool '%s' of MCP server '%s' is not offered: %s"
                        .formatted(
                            tool.path("tool").asText(),
                            server.path("server").asText(),
                            tool.path("reason").asText()),
                    "Correct it at the server, or set enabled: false for it in the file that"
                        + " REPRISE_MCP_SERVERS_FILE names."));
  }

  private static Stream<Finding> quarantined(JsonNode server) {
    return ClientJson.list(server.path("quarantined"), it -> it).stream()
        .map(
            tool ->
                Finding.warning(
                    "Tool '%s' of MCP server '%s' is in quarantine, because its declaration has changed: %s"
                        .formatted(
                            tool.path("tool").asText(),
                            server.path("server").asText(),
                            tool.path("change").asText()),
                    "If that is intended: POST /api/v1/mcp-servers/%s/tools/%s:acknowledge {\"digest\": \"%s\"}"
                        .formatted(
                            server.path("server").asText(),
                            tool.path("tool").asText(),
                            tool.path("digest").asText())));
  }
}

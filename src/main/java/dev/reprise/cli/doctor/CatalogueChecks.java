package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with agents, MCP servers and generated tools. Tested by {@code ApiChecksTest}. */
final class CatalogueChecks {

  static final List<Check> ALL =
      List.of(
          new Check("the agents", CatalogueChecks::agents),
          new Check("the MCP servers", CatalogueChecks::mcpServers),
          new Check("the generated tools", CatalogueChecks::generatedTools));

  private CatalogueChecks() {}

  /** Agents whose documents the server cannot use, or warns of. */
  static List<Finding> agents(ServerState server) throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_AGENTS)).stream()
        .flatMap(CatalogueChecks::ofAgent)
        .toList();
  }

  private static Stream<Finding> ofAgent(JsonNode agent) {
    return agent.path("usable").asBoolean(true)
        ? ClientJson.list(agent.path("warnings"), JsonNode::asText).stream()
            .map(warning -> warnedOf(agent, warning))
        : Stream.of(unusable(agent));
  }

  private static Finding warnedOf(JsonNode agent, String warning) {
    return Finding.warning(
        "Agent '%s': %s.".formatted(agent.path("name").asText(), warning),
        ("Correct %s, or add what it names: an agent, or the price of a model in the file that"
                + " REPRISE_PRICES_FILE names. For models without a price, a person is not asked if"
                + " REPRISE_APPROVALS_ASK_WITHOUT_PRICE=false.")
            .formatted(agent.path("source").asText()));
  }

  private static Finding unusable(JsonNode agent) {
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

  /** MCP servers that are away, and tools of theirs that cannot be used or have changed. */
  static List<Finding> mcpServers(ServerState server)
      throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_MCP_SERVERS)).stream()
        .flatMap(it -> Stream.of(away(it), leftOut(it), changed(it)).flatMap(found -> found))
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

  private static Stream<Finding> changed(JsonNode server) {
    return ClientJson.list(server.path("quarantined"), it -> it).stream()
        .map(
            tool ->
                Finding.warning(
                    "Tool '%s' of MCP server '%s' is in quarantine, because its declaration has changed: %s"
                        .formatted(
                            tool.path("tool").asText(),
                            server.path("server").asText(),
                            tool.path("change").asText()),
                    "If that is intended: reprise mcp acknowledge %s %s --digest %s"
                        .formatted(
                            server.path("server").asText(),
                            tool.path("tool").asText(),
                            tool.path("digest").asText())));
  }

  /** Generated tools that were taken out of use, or that cannot be read. */
  static List<Finding> generatedTools(ServerState server)
      throws RepriseException, InterruptedException {
    JsonNode answer =
        server
            .client()
            .send(
                ApiRequest.of(Operation.LIST_ARTIFACTS)
                    .query("stage", Optional.of("QUARANTINED"))
                    .query("limit", Optional.of(200)));
    return Stream.concat(
            ClientJson.list(answer.path("items"), CatalogueChecks::inQuarantine).stream(),
            ClientJson.list(answer.path("corrupt"), CatalogueChecks::corrupt).stream())
        .toList();
  }

  private static Finding inQuarantine(JsonNode tool) {
    return Finding.warning(
        "The generated tool %s is in quarantine%s"
            .formatted(
                quotedName(tool),
                ClientJson.text(tool.path("fitness").path("lastFailure"), "reason")
                    .map(reason -> ", its last failure: " + reason)
                    .orElse(".")),
        "'reprise artifacts changes %1$s' says why. To have its code generated again: reprise artifacts regenerate %1$s --reason TEXT; 'bless' instead declares it healthy, 'archive' archives it."
            .formatted(roleAndMethod(tool)));
  }

  private static Finding corrupt(JsonNode tool) {
    return Finding.warning(
        "The generated tool %s cannot be read, so it is not used: %s"
            .formatted(quotedName(tool), tool.path("reason").asText()),
        "The next call generates it again. 'reprise artifacts corrupt %s' shows what was found. If its seal does not fit, the server lacks the sealing key with which it was stored."
            .formatted(roleAndMethod(tool)));
  }

  private static String quotedName(JsonNode tool) {
    return "'%s.%s'".formatted(tool.path("role").asText(), tool.path("method").asText());
  }

  private static String roleAndMethod(JsonNode tool) {
    return "%s %s".formatted(tool.path("role").asText(), tool.path("method").asText());
  }
}

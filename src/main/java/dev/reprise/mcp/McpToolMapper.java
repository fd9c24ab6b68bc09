package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServerSettings.ToolSettings;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.call.ToolCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Maps the tools that a server lists to tools of the catalogue. A tool that cannot be mapped is
 * left out, and the others are not affected. Tools that would have the same name here are all left
 * out, so that no order decides which one a call reaches. Tested by {@code HostileServerTest}.
 */
final class McpToolMapper {

  /** The category of every tool of an MCP server, for policies to match. */
  static final String CATEGORY = "mcp";

  /** The tag of a tool that runs outside this server. */
  static final String EXTERNAL = "external";

  private static final int MAX_DESCRIPTION = 4_000;
  private static final int MAX_SCHEMA = 64 * 1024;
  private static final int SHOWN_OF_NAME = 80;

  /** How long the schemas of a server's tools may be together: each is held compiled. */
  private static final int MAX_SCHEMAS = 4 * 1024 * 1024;

  private final McpServer server;
  private final McpServerSettings settings;
  private final List<McpTool> tools = new ArrayList<>();
  private final List<LeftOutTool> leftOut = new ArrayList<>();
  private final Map<String, String> reasons = new TreeMap<>();
  private int schemaCharacters;

  /** Maps the tools of a server's list. */
  McpToolMapper(McpServer server, McpServerSettings settings, List<ListedTool> listed) {
    this.server = server;
    this.settings = settings;
    Map<String, List<ListedTool>> byName = new HashMap<>();
    for (ListedTool tool : listed) {
      if (!settings.tool(tool.name()).enabled()) {
        continue;
      }
      Optional<String> name = McpToolNames.of(settings.name(), tool.name());
      if (name.isEmpty()) {
        leaveOut(tool, "its name cannot be mapped to a name here");
      }
      name.ifPresent(it -> byName.computeIfAbsent(it, key -> new ArrayList<>()).add(tool));
    }
    Set<String> names = listed.stream().map(ListedTool::name).collect(Collectors.toSet());
    settings.tools().keySet().stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .forEach(name -> leftOut.add(new LeftOutTool(shown(name), unknown(names))));
    byName.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(named -> add(named.getKey(), named.getValue()));
  }

  /** What is said of settings for no tool: a tool that they were to switch off is offered. */
  private static String unknown(Set<String> names) {
    return "the file of servers names it, but the server lists no such tool; it lists "
        + names.stream()
            .sorted()
            .limit(20)
            .map(McpToolMapper::shown)
            .collect(Collectors.joining(", "));
  }

  List<McpTool> tools() {
    return List.copyOf(tools);
  }

  /** Returns the tools that are left out. */
  List<LeftOutTool> leftOut() {
    return List.copyOf(leftOut);
  }

  /**
   * Returns why tools are left out, by their names here, in sentences for people who grant them.
   */
  Map<String, String> reasons() {
    return Map.copyOf(reasons);
  }

  private void leaveOut(ListedTool tool, String reason) {
    leftOut.add(new LeftOutTool(shown(tool.name()), reason));
  }

  private void leaveOut(String name, ListedTool tool, String reason) {
    leaveOut(tool, reason);
    reasons.put(
        name,
        "the tool '%s' of MCP server '%s' is not offered: %s"
            .formatted(name, settings.name(), reason));
  }

  private void add(String name, List<ListedTool> named) {
    if (named.size() > 1) {
      String all =
          named.stream()
              .map(tool -> "'" + shown(tool.name()) + "'")
              .collect(Collectors.joining(", "));
      named.forEach(tool -> leaveOut(name, tool, "%s would all be named %s".formatted(all, name)));
      return;
    }
    ListedTool tool = named.getFirst();
    try {
      var made = new McpTool(server, tool, declaration(name, tool));
      ToolCheck.check(made);
      tools.add(made);
    } catch (IllegalArgumentException e) {
      leaveOut(name, tool, String.valueOf(e.getMessage()));
    }
  }

  private ToolDeclaration declaration(String name, ListedTool tool) {
    ToolSettings stated = settings.tool(tool.name());
    return ToolDeclaration.named(name, stated.effect().orElseGet(() -> effect(tool)))
        .describedAs(description(tool))
        .taking(schema(tool))
        .dangerousIf(stated.dangerous().orElse(!settings.trusted()))
        .in(CATEGORY, EXTERNAL)
        .within(stated.timeout().orElse(settings.timeout()))
        .giving(stated.resultLimit().orElse(settings.resultLimit()))
        .build();
  }

  private EffectClass effect(ListedTool tool) {
    return settings.trusted() && tool.readOnly() ? EffectClass.READ_ONLY : settings.effect();
  }

  private static String description(ListedTool tool) {
    String description = tool.description().strip();
    if (description.isEmpty()) {
      return "The tool '%s', which its server does not describe.".formatted(shown(tool.name()));
    }
    return description.length() > MAX_DESCRIPTION
        ? description.substring(0, MAX_DESCRIPTION) + "…"
        : description;
  }

  private JsonValue schema(ListedTool tool) {
    JsonNode stated = tool.inputSchema();
    if (stated.isMissingNode() || stated.isNull()) {
      throw new IllegalArgumentException("it has no schema");
    }
    if (!stated.isObject()) {
      throw new IllegalArgumentException(
          "its schema is %s, but must be an object".formatted(shown(Json.write(stated))));
    }
    String schema = Json.write(stated);
    if (schema.length() > MAX_SCHEMA) {
      throw new IllegalArgumentException(
          "its schema has more than %d characters".formatted(MAX_SCHEMA));
    }
    schemaCharacters += schema.length();
    if (schemaCharacters > MAX_SCHEMAS) {
      throw new IllegalArgumentException(
          "the schemas of the server's tools have more than %d characters together"
              .formatted(MAX_SCHEMAS));
    }
    return new JsonValue(schema);
  }

  private static String shown(String name) {
    String plain = name.replaceAll("\\p{Cntrl}", "?");
    return plain.length() > SHOWN_OF_NAME ? plain.substring(0, SHOWN_OF_NAME) + "…" : plain;
  }
}

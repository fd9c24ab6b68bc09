package dev.reprise.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServerSettings.ToolSettings;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.call.ToolCheck;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Maps the tools that a server lists to tools of the catalogue. A tool that cannot be mapped is
 * left out, and the others are not affected. Tools that would have the same name here are all left
 * out, so that no order decides which one a call reaches.
 */
final class McpToolMapper {

  /** The category of every tool of an MCP server, for policies to match. */
  static final String CATEGORY = "mcp";

  /** The tag of a tool that runs outside this server. */
  static final String EXTERNAL = "external";

  private static final ObjectMapper JSON = Json.mapper();
  private static final int MAX_DESCRIPTION = 4_000;
  private static final int MAX_SCHEMA = 64 * 1024;

  /** How long the schemas of a server's tools may be together: each is held compiled. */
  private static final int MAX_SCHEMAS = 4 * 1024 * 1024;

  private final McpServer server;
  private final McpServerSettings settings;
  private final List<McpTool> tools = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private int schemaCharacters;

  /** Maps the tools of a server's list. */
  McpToolMapper(McpServer server, McpServerSettings settings, List<McpSchema.Tool> listed) {
    this.server = server;
    this.settings = settings;
    Map<String, List<McpSchema.Tool>> byName = new HashMap<>();
    for (McpSchema.Tool tool : listed) {
      if (tool == null || tool.name() == null || !settings.tool(tool.name()).enabled()) {
        continue;
      }
      Optional<String> name = McpToolNames.of(settings.name(), tool.name());
      if (name.isEmpty()) {
        leftOut.add("'%s': its name cannot be mapped to a name here".formatted(shown(tool.name())));
      }
      name.ifPresent(it -> byName.computeIfAbsent(it, key -> new ArrayList<>()).add(tool));
    }
    byName.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(named -> add(named.getKey(), named.getValue()));
  }

  List<McpTool> tools() {
    return List.copyOf(tools);
  }

  /** Returns the tools that are left out, each with the reason. */
  List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  private void add(String name, List<McpSchema.Tool> named) {
    if (named.size() > 1) {
      leftOut.add(
          "%s: they would all be named %s"
              .formatted(
                  named.stream()
                      .map(tool -> "'" + shown(tool.name()) + "'")
                      .collect(Collectors.joining(", ")),
                  name));
      return;
    }
    McpSchema.Tool tool = named.getFirst();
    try {
      var made = new McpTool(server, tool, declaration(name, tool));
      ToolCheck.check(made);
      tools.add(made);
    } catch (IllegalArgumentException e) {
      leftOut.add("'%s': %s".formatted(shown(tool.name()), e.getMessage()));
    }
  }

  private ToolDeclaration declaration(String name, McpSchema.Tool tool) {
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

  private EffectClass effect(McpSchema.Tool tool) {
    return settings.trusted() && RemoteDeclaration.declaresReadOnly(tool)
        ? EffectClass.READ_ONLY
        : settings.effect();
  }

  private static String description(McpSchema.Tool tool) {
    String description = Optional.ofNullable(tool.description()).orElse("").strip();
    if (description.isEmpty()) {
      return "The tool '%s', which its server does not describe.".formatted(shown(tool.name()));
    }
    return description.length() > MAX_DESCRIPTION
        ? description.substring(0, MAX_DESCRIPTION) + "…"
        : description;
  }

  private JsonValue schema(McpSchema.Tool tool) {
    if (tool.inputSchema() == null) {
      throw new IllegalArgumentException("it has no schema");
    }
    String schema = Json.write(JSON.valueToTree(tool.inputSchema()));
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
    return plain.length() > 80 ? plain.substring(0, 80) + "…" : plain;
  }
}

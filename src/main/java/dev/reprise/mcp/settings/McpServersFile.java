package dev.reprise.mcp.settings;

import dev.reprise.agent.EffectClass;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.McpServerSettings.ToolSettings;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentObject;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.ObjectParts;
import dev.reprise.platform.document.OperatorFile;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.tool.ToolDeclaration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;

/** The MCP servers that an operator lists in a file: at most 50. */
public final class McpServersFile {

  /** Names the file. */
  private static final Setting<Path> FILE =
      Setting.optional("reprise.mcp.servers-file", SettingType.path())
          .means("the MCP servers whose tools are offered, in YAML or JSON");

  static final String PROPERTY = FILE.name();

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("mcp-servers", FILE);
    }

    @Override
    public void check(Config config) {
      McpServersFile.read(config);
    }
  }

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final OperatorFile file;
  private final Config config;
  private final EndpointReader endpoints;

  private McpServersFile(Path file, Config config) {
    this.file = OperatorFile.read(PROPERTY, file, DocumentSchema.MCP_SERVERS);
    this.config = config;
    this.endpoints = new EndpointReader(this.file, config);
  }

  /**
   * Reads the servers; none if no file is set.
   *
   * @param config names the file, and has the values to which it refers
   * @throws IllegalArgumentException if the file cannot be read or breaks a rule; names the file,
   *     the place in it, and what is allowed
   */
  public static List<McpServerSettings> read(Config config) {
    return FILE.find(config).map(file -> read(file, config)).orElse(List.of());
  }

  /**
   * Reads the servers in a file.
   *
   * @throws IllegalArgumentException if the file cannot be read or breaks a rule
   */
  public static List<McpServerSettings> read(Path file, Config config) {
    return new McpServersFile(file, config).servers();
  }

  private List<McpServerSettings> servers() {
    Set<String> names = new HashSet<>();
    return file.objectsByPart((server, parts) -> server(server, parts, names));
  }

  private Optional<McpServerSettings> server(
      DocumentObject server, ObjectParts parts, Set<String> names) {
    Optional<String> name = parts.read("name", () -> name(server, names));
    Optional<TenantScope> tenants = parts.read("tenants", () -> tenants(server));
    Optional<Endpoint> endpoint = endpoints.endpoint(server, parts);
    return parts.whole(
        () -> settings(server, name.orElseThrow(), tenants.orElseThrow(), endpoint.orElseThrow()));
  }

  private String name(DocumentObject server, Set<String> names) {
    String name = server.requiredText("name");
    if (!names.add(name)) {
      throw file.error(server.pathOf("name"), "is taken by another server");
    }
    return name;
  }

  private static McpServerSettings settings(
      DocumentObject server, String name, TenantScope tenants, Endpoint endpoint) {
    return new McpServerSettings(
        name,
        tenants,
        endpoint,
        server.flag("trusted").orElse(false),
        effect(server).orElse(EffectClass.ONCE),
        server.duration("timeout").orElse(TIMEOUT),
        server.integer("resultLimit").orElse(ToolDeclaration.RESULT_LIMIT),
        server.objectsByName("tools").entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> tool(it.getValue()))));
  }

  private TenantScope tenants(DocumentObject server) {
    try {
      return server
          .member("tenants")
          .map(TenantScope::of)
          .orElseGet(() -> TenantScope.ofUnnamed(config));
    } catch (IllegalArgumentException e) {
      throw file.error(server.pathOf("tenants"), String.valueOf(e.getMessage()));
    }
  }

  private static ToolSettings tool(DocumentObject tool) {
    return new ToolSettings(
        effect(tool),
        tool.flag("dangerous"),
        tool.duration("timeout"),
        tool.integer("resultLimit"),
        tool.text("digest"),
        tool.flag("enabled").orElse(true));
  }

  private static Optional<EffectClass> effect(DocumentObject server) {
    return server.text("effect").map(EffectClass::valueOf);
  }
}

package dev.reprise.mcp.settings;

import dev.reprise.agent.EffectClass;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.RedactionRules;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operator's settings of an MCP server. Tested by {@code McpServersFileTest}.
 *
 * @param name the prefix of its tools' names; no two servers share one
 * @param tenants the tenants whose runs may call its tools
 * @param trusted whether its tools need no approval, and its annotation of a tool as read-only
 *     counts
 * @param effect the effect class of its tools, unless a tool has its own
 * @param timeout how long a call may take, unless the tool has its own limit
 * @param resultLimit how many bytes of a result the model receives at once
 * @param tools the settings of single tools, by their names at the server
 */
public record McpServerSettings(
    String name,
    TenantScope tenants,
    Endpoint endpoint,
    boolean trusted,
    EffectClass effect,
    Duration timeout,
    int resultLimit,
    Map<String, ToolSettings> tools) {

  public McpServerSettings {
    tools = Map.copyOf(tools);
  }

  /** Creates the settings of a server for all tenants. */
  public McpServerSettings(
      String name,
      Endpoint endpoint,
      boolean trusted,
      EffectClass effect,
      Duration timeout,
      int resultLimit,
      Map<String, ToolSettings> tools) {
    this(name, TenantScope.ALL, endpoint, trusted, effect, timeout, resultLimit, tools);
  }

  /** How to reach a server. Its {@code toString} has no secrets. */
  public sealed interface Endpoint {

    /** Returns the variables or headers that it is given. */
    SecretValues given();

    /**
     * A process that this server starts and talks to over its standard input and output.
     *
     * @param command the program and its arguments
     * @param environment its whole environment: it inherits no variables
     * @param directory its working directory; empty for this process's own
     */
    record Stdio(List<String> command, SecretValues environment, Optional<Path> directory)
        implements Endpoint {

      public Stdio {
        command = List.copyOf(command);
      }

      @Override
      public SecretValues given() {
        return environment;
      }

      @Override
      public String toString() {
        return "process " + command.getFirst();
      }
    }

    /**
     * A server that is called by streamable HTTP.
     *
     * @param headers headers of each request
     */
    record Http(URI url, SecretValues headers) implements Endpoint {

      @Override
      public SecretValues given() {
        return headers;
      }

      @Override
      public String toString() {
        return url.getScheme() + "://" + url.getAuthority();
      }
    }
  }

  /**
   * The settings of one tool; where empty, those of the server apply.
   *
   * @param digest the digest of the one declaration that is accepted; empty for the known ones
   * @param enabled whether the tool is offered at all
   */
  public record ToolSettings(
      Optional<EffectClass> effect,
      Optional<Boolean> dangerous,
      Optional<Duration> timeout,
      Optional<Integer> resultLimit,
      Optional<String> digest,
      boolean enabled) {

    /** Leaves all to the server's settings. */
    public static final ToolSettings NONE =
        new ToolSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true);
  }

  /** Returns the secrets among what the server is given. */
  public List<RedactionRules.Secret> secrets() {
    return endpoint.given().secrets(name);
  }

  /** Returns the settings of a tool. */
  public ToolSettings tool(String tool) {
    return tools.getOrDefault(tool, ToolSettings.NONE);
  }
}

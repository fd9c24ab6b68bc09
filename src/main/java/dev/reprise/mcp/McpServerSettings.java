package dev.reprise.mcp;

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
 * An MCP server as an operator describes it.
 *
 * @param name in front of the names of its tools; no two servers share one
 * @param tenants whose runs may call its tools
 * @param trusted whether its tools need no approval, and its word counts that one of them only
 *     reads
 * @param effect of its tools, where nothing else says otherwise
 * @param timeout of a call of a tool that has none of its own
 * @param resultLimit how many bytes of a result the model is given at once
 * @param tools what is said about single tools, by the names that the server gives them
 */
record McpServerSettings(
    String name,
    TenantScope tenants,
    Endpoint endpoint,
    boolean trusted,
    EffectClass effect,
    Duration timeout,
    int resultLimit,
    Map<String, ToolSettings> tools) {

  McpServerSettings {
    tools = Map.copyOf(tools);
  }

  /** Describes one that is for all tenants. */
  McpServerSettings(
      String name,
      Endpoint endpoint,
      boolean trusted,
      EffectClass effect,
      Duration timeout,
      int resultLimit,
      Map<String, ToolSettings> tools) {
    this(name, TenantScope.EVERYBODY, endpoint, trusted, effect, timeout, resultLimit, tools);
  }

  /** Where a server is. What is secret in it is in no {@code toString}. */
  sealed interface Endpoint {

    /** Returns what it is given, as variables or headers. */
    SecretValues given();

    /**
     * A process that is started here and spoken to over its standard input and output.
     *
     * @param command the program and its arguments
     * @param environment all of it: nothing else of this process is handed down
     * @param directory that it works in; empty for this process's own
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
     * A server that is spoken to by streamable HTTP.
     *
     * @param headers sent with each request
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
   * What is said about one tool; empty where what holds for the server holds for it.
   *
   * @param digest of the one declaration by its server that is taken; empty for what is known
   * @param enabled whether it is offered at all
   */
  record ToolSettings(
      Optional<EffectClass> effect,
      Optional<Boolean> dangerous,
      Optional<Duration> timeout,
      Optional<Integer> resultLimit,
      Optional<String> digest,
      boolean enabled) {

    /** Says nothing. */
    static final ToolSettings NONE =
        new ToolSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true);
  }

  /** Returns what of all that the server is given must not rest. */
  List<RedactionRules.Secret> secrets() {
    return endpoint.given().secrets(name);
  }

  /** Returns what is said about a tool. */
  ToolSettings tool(String tool) {
    return tools.getOrDefault(tool, ToolSettings.NONE);
  }
}

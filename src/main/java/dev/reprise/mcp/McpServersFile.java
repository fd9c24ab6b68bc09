package dev.reprise.mcp;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.mcp.McpServerSettings.Endpoint;
import dev.reprise.mcp.McpServerSettings.ToolSettings;
import dev.reprise.platform.SecretReference;
import dev.reprise.platform.SettingsFile;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.tool.ToolDeclaration;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/** The MCP servers that an operator named: a list of at most 50. */
final class McpServersFile {

  private static final System.Logger LOG = System.getLogger(McpServersFile.class.getName());

  /** The property that names the file. */
  static final String PROPERTY = "reprise.mcp.servers-file";

  private static final int MAX_SERVERS = 50;
  private static final int MAX_MEMBERS = 200;

  /** Two underscores stand between a server's name and a tool's, so there are none in either. */
  private static final String NAME = "(?=.{1,24}$)[a-z][a-z0-9]*(_[a-z0-9]+)*";

  private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]{0,99}";
  private static final Set<String> LOGINS =
      Set.of("authorization", "proxy-authorization", "cookie");
  private static final String HEADER = "[A-Za-z0-9-]{1,100}";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  private static final Set<String> OF_BOTH =
      Set.of(
          "name", "tenants", "transport", "trusted", "effect", "timeout", "resultLimit", "tools");

  private final SettingsFile file;
  private final Config config;

  private McpServersFile(Path file, Config config) {
    this.file = SettingsFile.read(PROPERTY, file);
    this.config = config;
  }

  /**
   * Reads the servers.
   *
   * @param config where values may stand that the file only refers to
   * @throws IllegalArgumentException if the file cannot be read or says something that is not
   *     allowed; names it, the place in it, and what is allowed
   */
  static List<McpServerSettings> read(Path file, Config config) {
    return new McpServersFile(file, config).servers();
  }

  private List<McpServerSettings> servers() {
    JsonNode tree = file.list(MAX_SERVERS, "MCP servers");
    List<McpServerSettings> servers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < tree.size(); i++) {
      McpServerSettings server = server("servers[%d]".formatted(i), tree.get(i));
      if (!names.add(server.name())) {
        throw file.wrong("servers[%d].name".formatted(i), "is taken by another server");
      }
      servers.add(server);
    }
    return servers;
  }

  private McpServerSettings server(String place, JsonNode server) {
    if (!server.isObject()) {
      throw file.wrong(place, "is an object");
    }
    Endpoint endpoint =
        switch (server.path("transport").asText()) {
          case "stdio" -> process(place, server);
          case "http" -> http(place, server);
          default -> throw file.wrong(place + ".transport", "is 'stdio' or 'http'");
        };
    return new McpServerSettings(
        text(
            place + ".name",
            server.path("name"),
            NAME,
            "is of lower-case letters, digits and single underscores, at most 24, such as 'files'"),
        tenants(place + ".tenants", server.path("tenants")),
        endpoint,
        yesOrNo(place + ".trusted", server.path("trusted")).orElse(false),
        effect(place + ".effect", server.path("effect")).orElse(EffectClass.ONCE),
        duration(place + ".timeout", server.path("timeout")).orElse(TIMEOUT),
        resultLimit(place + ".resultLimit", server.path("resultLimit"))
            .orElse(ToolDeclaration.RESULT_LIMIT),
        tools(place + ".tools", server.path("tools")));
  }

  private TenantScope tenants(String place, JsonNode tenants) {
    if (tenants.isMissingNode()) {
      return TenantScope.ofUnnamed(config);
    }
    try {
      return TenantScope.of(tenants);
    } catch (IllegalArgumentException e) {
      throw file.wrong(place, String.valueOf(e.getMessage()));
    }
  }

  private Endpoint process(String place, JsonNode server) {
    members(place, server, "command", "env", "directory");
    List<String> command = new ArrayList<>();
    server.path("command").forEach(part -> command.add(command(place + ".command", part)));
    if (command.isEmpty()) {
      throw file.wrong(place + ".command", "is a list of the program and its arguments");
    }
    return new Endpoint.Stdio(
        command,
        values(place + ".env", server.path("env"), VARIABLE, "names of variables"),
        directory(place + ".directory", server.path("directory")));
  }

  private String command(String place, JsonNode part) {
    if (!part.isTextual() || part.asText().isEmpty() || part.asText().indexOf('\0') >= 0) {
      throw file.wrong(place, "is a list of the program and its arguments, each a text");
    }
    return part.asText();
  }

  private Optional<Path> directory(String place, JsonNode directory) {
    if (directory.isMissingNode()) {
      return Optional.empty();
    }
    Path path = Path.of(directory.asText());
    if (!path.isAbsolute()) {
      throw file.wrong(place, "is an absolute path");
    }
    return Optional.of(path);
  }

  private Endpoint http(String place, JsonNode server) {
    members(place, server, "url", "headers");
    return new Endpoint.Http(
        url(server.path("url").asText())
            .orElseThrow(
                () ->
                    file.wrong(
                        place + ".url",
                        "is an http or https URL such as https://tools.example/mcp")),
        values(place + ".headers", server.path("headers"), HEADER, "names of headers"));
  }

  /**
   * Whoever the server wants to know is told in a header, which may be secret, and not in a URL.
   */
  private static Optional<URI> url(String text) {
    try {
      return Optional.of(URI.create(text))
          .filter(url -> Set.of("http", "https").contains(String.valueOf(url.getScheme())))
          .filter(url -> url.getHost() != null)
          .filter(url -> url.getRawUserInfo() == null && url.getRawFragment() == null);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void members(String place, JsonNode server, String... own) {
    Set<String> allowed = new HashSet<>(OF_BOTH);
    allowed.addAll(Set.of(own));
    file.members(place, server, allowed);
  }

  private SecretValues values(String place, JsonNode values, String names, String what) {
    Map<String, String> all = new HashMap<>();
    Set<String> secret = new HashSet<>();
    for (Map.Entry<String, JsonNode> value : object(place, values).properties()) {
      String name = value.getKey();
      if (!name.matches(names)) {
        throw file.wrong(place + "." + name, "is not allowed; allowed are " + what);
      }
      String given = value(place + "." + name, value.getValue());
      all.put(name, given);
      if (!value.getValue().isTextual() || tells(name)) {
        secret.add(name);
        warnOfShort(place + "." + name, given);
      }
    }
    return new SecretValues(all, secret);
  }

  private void warnOfShort(String place, String secret) {
    if (secret.length() < RedactionRules.MIN_SECRET_LENGTH) {
      LOG.log(
          WARNING,
          "{0}: {1} has fewer than {2} characters; it is not redacted",
          PROPERTY,
          place,
          RedactionRules.MIN_SECRET_LENGTH);
    }
  }

  /** What is secret stands elsewhere, or should. */
  private static boolean tells(String name) {
    return RedactionRules.tells(name) || LOGINS.contains(name.toLowerCase(Locale.ROOT));
  }

  private JsonNode object(String place, JsonNode object) {
    boolean isObject = object.isMissingNode() || object.isObject();
    if (!isObject || object.size() > MAX_MEMBERS) {
      throw file.wrong(place, "is an object of at most %d members".formatted(MAX_MEMBERS));
    }
    return object;
  }

  /** A value may be secret, and then stands elsewhere. */
  private String value(String place, JsonNode value) {
    if (value.isTextual()) {
      return plain(place, value.asText());
    }
    if (value.isObject() && value.size() == 1) {
      if (value.path("from").isTextual()) {
        return refer(
            place, value.path("from"), at -> SecretReference.ofProperty(config, at, place));
      }
      if (value.path("file").isTextual()) {
        return refer(place, value.path("file"), at -> SecretReference.ofFile(at, place));
      }
    }
    throw file.wrong(place, "is a text, or {from: <property or variable>}, or {file: <path>}");
  }

  private String refer(String place, JsonNode to, Function<String, String> resolve) {
    try {
      return plain(place, resolve.apply(to.asText()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(PROPERTY, e.getMessage()), e);
    }
  }

  private String plain(String place, String value) {
    if (value.chars().anyMatch(c -> c < ' ' || c == 127)) {
      throw file.wrong(place, "has no control characters");
    }
    return value;
  }

  private Map<String, ToolSettings> tools(String place, JsonNode tools) {
    Map<String, ToolSettings> all = new HashMap<>();
    object(place, tools)
        .properties()
        .forEach(
            tool -> all.put(tool.getKey(), tool(place + "." + tool.getKey(), tool.getValue())));
    return all;
  }

  private ToolSettings tool(String place, JsonNode tool) {
    file.members(
        place, tool, Set.of("effect", "dangerous", "timeout", "resultLimit", "digest", "enabled"));
    return new ToolSettings(
        effect(place + ".effect", tool.path("effect")),
        yesOrNo(place + ".dangerous", tool.path("dangerous")),
        duration(place + ".timeout", tool.path("timeout")),
        resultLimit(place + ".resultLimit", tool.path("resultLimit")),
        digest(place + ".digest", tool.path("digest")),
        yesOrNo(place + ".enabled", tool.path("enabled")).orElse(true));
  }

  private Optional<String> digest(String place, JsonNode digest) {
    return digest.isMissingNode()
        ? Optional.empty()
        : Optional.of(text(place, digest, "[0-9a-f]{64}", "is 64 hexadecimal digits"));
  }

  private String text(String place, JsonNode text, String pattern, String what) {
    if (!text.isTextual() || !text.asText().matches(pattern)) {
      throw file.wrong(place, what);
    }
    return text.asText();
  }

  private Optional<Boolean> yesOrNo(String place, JsonNode value) {
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!value.isBoolean()) {
      throw file.wrong(place, "is true or false");
    }
    return Optional.of(value.asBoolean());
  }

  /** No MCP server can be asked what became of a call. */
  private Optional<EffectClass> effect(String place, JsonNode effect) {
    if (effect.isMissingNode()) {
      return Optional.empty();
    }
    return switch (effect.asText()) {
      case "READ_ONLY" -> Optional.of(EffectClass.READ_ONLY);
      case "IDEMPOTENT" -> Optional.of(EffectClass.IDEMPOTENT);
      case "ONCE" -> Optional.of(EffectClass.ONCE);
      default -> throw file.wrong(place, "is READ_ONLY, IDEMPOTENT or ONCE");
    };
  }

  private Optional<Integer> resultLimit(String place, JsonNode bytes) {
    if (bytes.isMissingNode()) {
      return Optional.empty();
    }
    int most = ToolDeclaration.MAX_RESULT_LIMIT;
    if (!bytes.canConvertToExactIntegral()
        || !bytes.canConvertToInt()
        || bytes.asInt() < 1
        || bytes.asInt() > most) {
      throw file.wrong(place, "is a number of bytes from 1 to %d".formatted(most));
    }
    return Optional.of(bytes.asInt());
  }

  private Optional<Duration> duration(String place, JsonNode duration) {
    if (duration.isMissingNode()) {
      return Optional.empty();
    }
    try {
      Duration parsed = Duration.parse(duration.asText());
      if (parsed.compareTo(SHORTEST) >= 0 && parsed.compareTo(LONGEST) <= 0) {
        return Optional.of(parsed);
      }
    } catch (DateTimeParseException e) {
      // It is as wrong as one that is too long.
    }
    throw file.wrong(place, "is an ISO-8601 duration from PT1S to PT1H");
  }
}

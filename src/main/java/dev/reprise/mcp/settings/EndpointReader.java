package dev.reprise.mcp.settings;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.platform.SecretReference;
import dev.reprise.platform.document.DocumentObject;
import dev.reprise.platform.document.ObjectParts;
import dev.reprise.platform.document.OperatorFile;
import dev.reprise.platform.redaction.RedactionRules;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/**
 * Reads how to reach an MCP server, and resolves the secrets to which its variables or headers
 * refer. Tested by {@code McpServersFileTest}.
 */
record EndpointReader(OperatorFile file, Config config) {

  private static final System.Logger LOG = System.getLogger(EndpointReader.class.getName());

  /** Headers that hold credentials, whatever their names tell. */
  private static final Set<String> LOGINS =
      Set.of("authorization", "proxy-authorization", "cookie");

  /** Returns the endpoint; empty if a part of it has an error. */
  Optional<Endpoint> endpoint(DocumentObject server, ObjectParts parts) {
    return parts
        .read("transport", () -> server.requiredText("transport"))
        .flatMap(it -> it.equals("stdio") ? stdio(server, parts) : http(server, parts));
  }

  private Optional<Endpoint> stdio(DocumentObject server, ObjectParts parts) {
    Optional<SecretValues> env = parts.read("env", () -> values(server, "env"));
    Optional<Optional<Path>> directory = parts.read("directory", () -> directory(server));
    return parts.whole(
        () ->
            new Endpoint.Stdio(
                server.texts("command").orElseThrow(), env.orElseThrow(), directory.orElseThrow()));
  }

  private Optional<Endpoint> http(DocumentObject server, ObjectParts parts) {
    Optional<URI> url = parts.read("url", () -> url(server));
    Optional<SecretValues> headers = parts.read("headers", () -> values(server, "headers"));
    return parts.whole(() -> new Endpoint.Http(url.orElseThrow(), headers.orElseThrow()));
  }

  private Optional<Path> directory(DocumentObject server) {
    Optional<Path> directory = server.text("directory").map(Path::of);
    if (directory.filter(path -> !path.isAbsolute()).isPresent()) {
      throw file.error(server.pathOf("directory"), "must be an absolute path");
    }
    return directory;
  }

  /** A URL has no credentials: they belong in a header, which may be secret. */
  private URI url(DocumentObject server) {
    return uri(server.requiredText("url"))
        .filter(url -> Set.of("http", "https").contains(String.valueOf(url.getScheme())))
        .filter(url -> url.getHost() != null)
        .filter(url -> url.getRawUserInfo() == null && url.getRawFragment() == null)
        .orElseThrow(
            () ->
                file.error(
                    server.pathOf("url"),
                    "must be an http or https URL such as https://tools.example/mcp"));
  }

  private static Optional<URI> uri(String text) {
    try {
      return Optional.of(URI.create(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private SecretValues values(DocumentObject server, String member) {
    Map<String, String> all = new HashMap<>();
    Set<String> secret = new HashSet<>();
    OperatorFile.each(
        server.object(member).stream()
            .flatMap(values -> values.node().properties().stream())
            .toList(),
        value -> {
          String name = value.getKey();
          if (value.getValue().isObject() || isSecret(name)) {
            secret.add(name);
          }
          return all.put(
              name, value("%s.%s".formatted(server.pathOf(member), name), value.getValue()));
        });
    secret.stream()
        .filter(name -> all.getOrDefault(name, "").length() < RedactionRules.MIN_SECRET_LENGTH)
        .forEach(name -> warnOfShort("%s.%s".formatted(server.pathOf(member), name)));
    return new SecretValues(all, secret);
  }

  private static boolean isSecret(String name) {
    return RedactionRules.tells(name) || LOGINS.contains(name.toLowerCase(Locale.ROOT));
  }

  private static void warnOfShort(String path) {
    LOG.log(
        WARNING,
        "{0}: {1} has fewer than {2} characters; it is not redacted",
        McpServersFile.PROPERTY,
        path,
        RedactionRules.MIN_SECRET_LENGTH);
  }

  /** Returns a value, which the file has itself or refers to. */
  private String value(String path, JsonNode value) {
    String text = value.isTextual() ? value.textValue() : referred(path, value);
    if (text.chars().anyMatch(c -> c < ' ' || c == 127)) {
      throw file.error(path, "must have no control characters");
    }
    return text;
  }

  private String referred(String path, JsonNode value) {
    try {
      return value.has("from")
          ? SecretReference.ofProperty(config, value.path("from").textValue(), path)
          : SecretReference.ofFile(value.path("file").textValue(), path);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: %s".formatted(McpServersFile.PROPERTY, e.getMessage()), e);
    }
  }
}

package dev.reprise.tool.secret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.SecretPlaceholder;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import dev.reprise.web.OriginAllowlist;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;

/**
 * The secrets that calls of tools may use, as {@code reprise.secrets} names them. Models and
 * records contain only their handles. Their values are in arguments only within a tool, and this
 * class removes them from whatever the tool returns.
 */
@ApplicationScoped
public class ToolSecrets {

  private final SortedMap<String, NamedSecret> byName = new TreeMap<>();
  private final SecretScrubber scrubbing;

  /** Creates an instance without secrets. */
  public ToolSecrets() {
    this(List.of());
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a secret is missing or cannot be used; names its property
   */
  @Inject
  ToolSecrets(Config config) {
    this(NamedSecret.names(config).stream().map(name -> NamedSecret.of(config, name)).toList());
  }

  public ToolSecrets(Collection<NamedSecret> secrets) {
    for (NamedSecret secret : secrets) {
      if (byName.put(secret.name(), secret) != null) {
        throw new IllegalArgumentException(
            "%s must list '%s' only once".formatted(NamedSecret.NAMES, secret.name()));
      }
    }
    this.scrubbing = new SecretScrubber(secrets);
  }

  /** Returns the names of the secrets that are bound to no host, in alphabetical order. */
  public List<String> withoutHosts() {
    return byName.values().stream()
        .filter(secret -> secret.hosts().isEmpty())
        .map(NamedSecret::name)
        .toList();
  }

  /** Returns the web hosts to which tools may send a secret; empty for none. */
  public Optional<OriginAllowlist> hosts(String name) {
    return Optional.ofNullable(byName.get(name)).flatMap(NamedSecret::hosts);
  }

  /** Returns the properties that must list the tenants of a secret and are missing. */
  public List<String> withoutTenants() {
    return byName.values().stream()
        .filter(secret -> secret.tenants().equals(TenantScope.NONE))
        .map(secret -> NamedSecret.TENANTS.of(secret.name()).name())
        .toList();
  }

  /**
   * Returns the names of the secrets that calls of a tenant's runs may use, in alphabetical order.
   */
  public List<String> names(EffectiveToolPolicy.Secrets usable, String tenant) {
    return byName.keySet().stream()
        .filter(name -> value(name, usable, tenant).isPresent())
        .toList();
  }

  /** Returns the scrubber that removes all of them. */
  public SecretScrubber scrubbing() {
    return scrubbing;
  }

  /**
   * Returns the arguments of a call with secrets instead of their handles, in all texts except the
   * names of members. Handles within the value of a secret are not replaced.
   *
   * @param usable by the tool
   * @throws ToolException {@code secret_not_allowed} if the arguments contain another handle; the
   *     message does not reveal whether that secret exists
   */
  public JsonNode fill(
      JsonNode arguments, ToolDeclaration tool, EffectiveToolPolicy.Secrets usable, String tenant)
      throws ToolException {
    return switch (arguments.getNodeType()) {
      case OBJECT -> {
        ObjectNode filled = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : arguments.properties()) {
          filled.set(member.getKey(), fill(member.getValue(), tool, usable, tenant));
        }
        yield filled;
      }
      case ARRAY -> {
        ArrayNode filled = JsonNodeFactory.instance.arrayNode(arguments.size());
        for (JsonNode element : arguments) {
          filled.add(fill(element, tool, usable, tenant));
        }
        yield filled;
      }
      case STRING -> text(arguments, tool, usable, tenant);
      default -> arguments;
    };
  }

  private JsonNode text(
      JsonNode text, ToolDeclaration tool, EffectiveToolPolicy.Secrets usable, String tenant)
      throws ToolException {
    List<String> names = SecretPlaceholder.in(text.textValue());
    if (names.isEmpty()) {
      return text;
    }
    for (String name : names) {
      if (value(name, usable, tenant).isEmpty()) {
        throw refused(name, tool, usable, tenant);
      }
    }
    return TextNode.valueOf(
        SecretPlaceholder.fill(
            text.textValue(), name -> value(name, usable, tenant).orElseThrow()));
  }

  private Optional<String> value(String name, EffectiveToolPolicy.Secrets usable, String tenant) {
    return Optional.ofNullable(byName.get(name))
        .filter(secret -> secret.tenants().includes(tenant) && usable.include(name))
        .map(NamedSecret::value);
  }

  private ToolException refused(
      String name, ToolDeclaration tool, EffectiveToolPolicy.Secrets usable, String tenant) {
    List<String> allowed = names(usable, tenant);
    return new ToolException(
        "secret_not_allowed",
        "%s was not run: it may not use the secret '%s' here, only %s"
            .formatted(tool.name(), name, allowed.isEmpty() ? "none" : allowed));
  }
}

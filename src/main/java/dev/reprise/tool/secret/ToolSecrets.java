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
import dev.reprise.web.HostAllowlist;
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
 * records know them by their handles alone: values stand in arguments only within a tool, and are
 * taken out of whatever it says.
 */
@ApplicationScoped
public class ToolSecrets {

  private SortedMap<String, NamedSecret> byName = new TreeMap<>();
  private SecretScrubber scrubbing = new SecretScrubber(List.of());

  /** There are none; also for the container's proxy. */
  public ToolSecrets() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a secret is missing or cannot be used; names its property
   */
  @Inject
  ToolSecrets(Config config) {
    this(
        config.getOptionalValues(NamedSecret.PREFIX, String.class).orElse(List.of()).stream()
            .map(name -> NamedSecret.of(config, name.strip()))
            .toList());
  }

  public ToolSecrets(Collection<NamedSecret> secrets) {
    for (NamedSecret secret : secrets) {
      if (byName.put(secret.name(), secret) != null) {
        throw new IllegalArgumentException(
            "%s has the name '%s' twice".formatted(NamedSecret.PREFIX, secret.name()));
      }
    }
    this.scrubbing = new SecretScrubber(secrets);
  }

  /** Returns the names of those that are bound to no host, in alphabetical order. */
  public List<String> withoutHosts() {
    return byName.values().stream()
        .filter(secret -> secret.hosts().isEmpty())
        .map(NamedSecret::name)
        .toList();
  }

  /** Returns to which hosts of the web a secret may go; empty for none. */
  public Optional<HostAllowlist> hosts(String name) {
    return Optional.ofNullable(byName.get(name)).flatMap(NamedSecret::hosts);
  }

  /** Returns the properties that have to say which tenants a secret is for, and do not. */
  public List<String> withoutTenants() {
    return byName.values().stream()
        .filter(secret -> secret.tenants().equals(TenantScope.NOBODY))
        .map(secret -> NamedSecret.tenantsProperty(secret.name()))
        .toList();
  }

  /** Returns the names of those that calls of a tenant's runs may use, in alphabetical order. */
  public List<String> names(EffectiveToolPolicy.Secrets usable, String tenant) {
    return byName.keySet().stream()
        .filter(name -> value(name, usable, tenant).isPresent())
        .toList();
  }

  /** Returns what takes all of them out again. */
  public SecretScrubber scrubbing() {
    return scrubbing;
  }

  /**
   * Returns the arguments of a call with secrets in the place of their handles, in all texts but
   * the names of members. What a secret holds is not looked into.
   *
   * @param usable by the tool
   * @throws ToolException {@code secret_not_allowed} if there is another handle in them; it looks
   *     the same whether there is such a secret
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

package dev.reprise.tool.call;

import dev.reprise.agent.ToolGrant;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.ToolPolicy;
import dev.reprise.tool.secret.NamedSecret;
import dev.reprise.tool.secret.ToolSecrets;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.List;

/** Stops the start of the server if a web tool may use a secret that is bound to no host. */
@ApplicationScoped
class SecretHostsCheck {

  private final ToolSecrets secrets;
  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;

  @Inject
  SecretHostsCheck(ToolSecrets secrets, ToolCatalogue catalogue, ToolPolicy policy) {
    this.secrets = secrets;
    this.catalogue = catalogue;
    this.policy = policy;
  }

  /**
   * Also creates the secrets, which checks whether each can be used.
   *
   * @throws IllegalArgumentException naming the property that must be set
   */
  void check(@Observes Startup unused) {
    for (String secret : secrets.withoutHosts()) {
      List<String> tools = webToolsThatMayUse(secret);
      if (!tools.isEmpty()) {
        throw new IllegalArgumentException(
            ("%s is not set, and the policy lets %s use the secret: say to which hosts it may"
                    + " go, or let only other tools use it")
                .formatted(NamedSecret.HOSTS.of(secret), String.join(" and ", tools)));
      }
    }
  }

  private List<String> webToolsThatMayUse(String secret) {
    return catalogue.tenants().keySet().stream()
        .sorted()
        .flatMap(name -> catalogue.find(name).stream())
        .filter(tool -> tool.destination().isPresent())
        .map(Tool::declaration)
        .filter(tool -> policy.effective(tool, ToolGrant.WHOLE).secrets().include(secret))
        .map(ToolDeclaration::name)
        .toList();
  }
}

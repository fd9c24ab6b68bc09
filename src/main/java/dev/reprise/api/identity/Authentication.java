package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out who makes a request. The application checks API keys; the container checks all other
 * logins, by a user registry or by the keys of an identity provider.
 */
@ApplicationScoped
class Authentication {

  private final ApiKeys keys;
  private final TenantResolver tenants;

  @Inject
  Authentication(ApiKeys keys, TenantResolver tenants) {
    this.keys = keys;
    this.tenants = tenants;
  }

  /**
   * Returns who makes a request; empty if its login is not that of a user or key. The response may
   * have the container's challenge then.
   *
   * @throws ProblemException if the user has no role, or no usable tenant
   * @throws IllegalStateException if the database fails
   */
  public Optional<Identity> of(
      Optional<Login> login, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<ApiKeyToken> key = login.flatMap(Login::apiKey);
    if (key.isPresent()) {
      return keys.accept(key.get()).map(ApiKey::identity);
    }
    if (login.filter(Login::canMatchNoUser).isPresent() || !isKnown(request, response)) {
      return Optional.empty();
    }
    String user = Caller.checked(request.getUserPrincipal().getName());
    Set<Role> roles = Role.held(request::isUserInRole);
    if (roles.isEmpty()) {
      throw new ProblemException(ProblemType.FORBIDDEN, "The caller has no role on this server.");
    }
    return Optional.of(new Identity(user, tenants.of(user, login.flatMap(Login::token)), roles));
  }

  /** Makes the container check the login; if that fails, the response has its challenge. */
  private static boolean isKnown(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      return request.authenticate(response);
    } catch (ServletException e) {
      return false; // a wrong password
    }
  }
}

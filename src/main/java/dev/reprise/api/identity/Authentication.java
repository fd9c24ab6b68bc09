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
import java.util.function.UnaryOperator;

/**
 * Finds out who makes a request. The application checks API keys; the container checks all other
 * logins, by a user registry or by the keys of an identity provider. It is asked only about what
 * the application has read from the request as well, so that both speak of the same user.
 */
@ApplicationScoped
class Authentication {

  private final ApiKeys keys;
  private final TenantResolver tenants;
  private final RegistryNames names;

  @Inject
  Authentication(ApiKeys keys, TenantResolver tenants, RegistryNames names) {
    this.keys = keys;
    this.tenants = tenants;
    this.names = names;
  }

  /**
   * Returns who makes a request; empty if its login is not that of a user or key. The response may
   * have the container's challenge then.
   *
   * @throws ProblemException if the user has no role, or no usable tenant
   * @throws IllegalStateException if the database fails
   */
  public Optional<Identity> of(
      Credential credential, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    return switch (credential) {
      case Credential.Malformed malformed -> Optional.empty();
      case Credential.Key key -> keys.accept(key.token()).map(ApiKey::identity);
      case Credential.Password password ->
          isRight(password, request)
              ? Optional.of(named(identity(request, tenants::ofUser)))
              : Optional.empty();
      case Credential.Token token ->
          isValid(request, response)
              ? Optional.of(identity(request, user -> tenants.ofToken(user, token.claims())))
              : Optional.empty();
    };
  }

  /** Makes the container check a name and password; it does not read the header itself. */
  private static boolean isRight(Credential.Password login, HttpServletRequest request) {
    try {
      if (!Login.isName(login.user())) {
        return false;
      }
      request.login(login.user(), login.password());
      return true;
    } catch (ServletException wrongPassword) {
      return false;
    }
  }

  /** Makes the container check the token of the header; if that fails, it adds its challenge. */
  private static boolean isValid(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      return request.authenticate(response);
    } catch (ServletException e) {
      return false;
    }
  }

  private static Identity identity(HttpServletRequest request, UnaryOperator<String> tenant) {
    String user = Caller.checked(request.getUserPrincipal().getName());
    Set<Role> roles = Role.held(request::isUserInRole);
    if (roles.isEmpty()) {
      throw new ProblemException(ProblemType.FORBIDDEN, "The caller has no role on this server.");
    }
    return new Identity(user, tenant.apply(user), roles, Optional.empty());
  }

  private Identity named(Identity user) {
    return new Identity(names.of(user.name()), user.tenant(), user.roles(), user.key());
  }
}

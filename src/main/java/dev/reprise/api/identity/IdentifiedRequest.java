package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;

/**
 * A request whose user and roles are those of an identity, however it was shown, so that the
 * annotations of resources hold for API keys as they do for users.
 */
final class IdentifiedRequest extends HttpServletRequestWrapper {

  private final Identity identity;

  IdentifiedRequest(HttpServletRequest request, Identity identity) {
    super(request);
    this.identity = identity;
    request.setAttribute(Identity.ATTRIBUTE, identity);
  }

  @Override
  public Principal getUserPrincipal() {
    return identity::name;
  }

  @Override
  public String getRemoteUser() {
    return identity.name();
  }

  @Override
  public boolean isUserInRole(String role) {
    return Role.named(role).filter(identity::has).isPresent();
  }
}

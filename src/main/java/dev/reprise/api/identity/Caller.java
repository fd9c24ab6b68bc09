package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.journal.HumanInputEvent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Optional;

/** The authenticated user of the current request. */
@RequestScoped
public class Caller {

  private static final int MAX_NAME = 256;

  private final Principal principal;
  private final HttpServletRequest request;
  private final TenantResolver tenants;

  @Inject
  Caller(Principal principal, HttpServletRequest request, TenantResolver tenants) {
    this.principal = principal;
    this.request = request;
    this.tenants = tenants;
  }

  /**
   * Returns the user's name.
   *
   * @throws ProblemException if it is too long, or that of the test profile
   */
  public String name() {
    return checked(principal.getName());
  }

  static String checked(String name) {
    if (name.strip().equalsIgnoreCase(HumanInputEvent.TEST_PROFILE)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "A user must not be named '%s', which stands for no person in records."
              .formatted(HumanInputEvent.TEST_PROFILE));
    }
    if (name.length() > MAX_NAME) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "A user's name must have at most %d characters.".formatted(MAX_NAME));
    }
    return name;
  }

  /** Returns the user's highest role. */
  public Optional<Role> role() {
    return Role.highest(request::isUserInRole);
  }

  /** Returns the user as the submitter of a run. */
  public Submitter submitter() {
    return new Submitter(tenant(), name(), role());
  }

  /** Returns the tenant whose data the user sees. */
  public String tenant() {
    return tenants.of(principal.getName());
  }
}

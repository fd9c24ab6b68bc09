package dev.reprise.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.security.Principal;

/** Who asks. */
@RequestScoped
class Caller {

  private static final int MAX_NAME = 256;

  @Inject Principal principal;
  @Inject Tenants tenants;

  /** Returns the user's name. */
  public String name() {
    String name = principal.getName();
    if (name.length() > MAX_NAME) {
      throw new Refusal(
          ProblemType.FORBIDDEN, "A user's name has at most %d characters.".formatted(MAX_NAME));
    }
    return name;
  }

  /** Returns whose data the user sees. */
  public String tenant() {
    return tenants.of(principal.getName());
  }
}

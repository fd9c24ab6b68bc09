package dev.reprise.api.identity;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.TenantScope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * Finds the tenant of a user, whose data the user sees.
 *
 * <p>The property {@code reprise.tenant.pattern} is a regular expression for the whole name of the
 * user, for example {@code [^@]+@(.+)}. Its first group is the tenant, in lower case, because the
 * same name in another case is the same user in a registry that ignores case. A user whose name
 * does not match is refused.
 *
 * <p>Without the property the tenant is {@code default}. It is also {@code default} where the
 * expression matches without its group, as {@code [^@]+@(.+)|admin} does for {@code admin}.
 *
 * <p>With the property {@code reprise.tenant.claim}, the tenant of a user with a token is that
 * claim. A token without it is refused, and so is a user of the registry unless a pattern says what
 * their tenant is: a login must not reach the tenant {@code default}, which administers the server,
 * because something is missing.
 */
@ApplicationScoped
class TenantResolver {

  private final Optional<Pattern> pattern;
  private final Optional<String> claim;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the pattern is not a regular expression or has no group
   */
  @Inject
  TenantResolver(Config config) {
    this.pattern = TenantScope.PATTERN.find(config);
    this.claim = TenantScope.CLAIM.find(config);
  }

  /**
   * Returns the tenant of a user of the registry.
   *
   * @throws ProblemException if the user has none on this server, or its name is not that of a
   *     tenant
   */
  public String ofUser(String user) {
    if (claim.isPresent() && pattern.isEmpty()) {
      throw none();
    }
    return checked(byName(user));
  }

  /**
   * Returns the tenant of a user with a token.
   *
   * @param claims of the token, which the container has verified
   * @throws ProblemException if the user has none on this server, or its name is not that of a
   *     tenant
   */
  public String ofToken(String user, TokenClaims claims) {
    return checked(
        claim
            .map(name -> claims.text(name).orElseThrow(TenantResolver::none))
            .orElseGet(() -> byName(user)));
  }

  private String byName(String user) {
    return pattern.map(it -> group(it.matcher(user))).orElse(TenantScope.DEFAULT);
  }

  private static String checked(String tenant) {
    if (!TenantScope.isName(TenantScope.canonical(tenant))) {
      throw new ProblemException(
          ProblemType.UNUSABLE_TENANT,
          "A tenant's name must be 1 to 64 letters, digits, '.', '_' or '-'; the caller's is not.");
    }
    return TenantScope.canonical(tenant);
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong expression stop the start, not the first request.
  }

  private static String group(Matcher user) {
    if (!user.matches()) {
      throw none();
    }
    return Objects.requireNonNullElse(user.group(1), TenantScope.DEFAULT);
  }

  private static ProblemException none() {
    return new ProblemException(
        ProblemType.UNUSABLE_TENANT,
        "The caller's login yields no tenant on this server; ask its operator.");
  }
}

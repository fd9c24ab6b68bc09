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
 */
@ApplicationScoped
class TenantResolver {

  static final String DEFAULT = "default";

  private final Optional<Pattern> pattern;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the property is not a regular expression or has no group
   */
  @Inject
  TenantResolver(Config config) {
    this(TenantScope.PATTERN.find(config));
  }

  TenantResolver(Optional<Pattern> pattern) {
    this.pattern = pattern;
  }

  /**
   * Returns the tenant of a user.
   *
   * @throws ProblemException if the name does not match, or its group is not a tenant's name
   */
  public String of(String user) {
    String tenant =
        pattern.map(it -> TenantScope.canonical(group(it.matcher(user)))).orElse(DEFAULT);
    if (!TenantScope.isName(tenant)) {
      throw new ProblemException(
          ProblemType.UNUSABLE_TENANT,
          "A tenant's name must be 1 to 64 letters, digits, '.', '_' or '-'; the caller's is not.");
    }
    return tenant;
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong expression stop the start, not the first request.
  }

  private static String group(Matcher user) {
    if (!user.matches()) {
      throw new ProblemException(
          ProblemType.UNUSABLE_TENANT,
          "The caller's name yields no tenant on this server; ask its operator.");
    }
    return Objects.requireNonNullElse(user.group(1), DEFAULT);
  }
}

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
import java.util.regex.PatternSyntaxException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Tells whose data a user sees.
 *
 * <p>The property {@code reprise.tenant.pattern} is a regular expression over the whole name of the
 * user; its first group is the tenant, for example {@code [^@]+@(.+)}, in lower case: where a
 * registry ignores case, a name in other case is the same user. A user whom it does not match is
 * refused. The tenant is {@code default} without the property, and where the expression matches
 * without its group, as {@code [^@]+@(.+)|admin} does for {@code admin}.
 */
@ApplicationScoped
class TenantResolver {

  static final String DEFAULT = "default";

  private Optional<Pattern> pattern = Optional.empty();

  /** For the container's proxy. */
  TenantResolver() {}

  /**
   * @throws IllegalArgumentException if the expression is none or has no group
   */
  @Inject
  TenantResolver(@ConfigProperty(name = TenantScope.PATTERN) Optional<String> configured) {
    pattern = configured.map(TenantResolver::compiled);
  }

  /**
   * Returns the tenant of a user.
   *
   * @throws ProblemException if the name leads to no tenant, or to something that is no tenant's
   *     name
   */
  public String of(String user) {
    String tenant =
        pattern.map(it -> TenantScope.canonical(group(it.matcher(user)))).orElse(DEFAULT);
    if (!TenantScope.isName(tenant)) {
      throw new ProblemException(
          ProblemType.UNUSABLE_TENANT,
          "A tenant's name is 1 to 64 letters, digits, '.', '_' or '-'; the caller's is not.");
    }
    return tenant;
  }

  void check(@Observes Startup unused) {
    // Being called is the point: a wrong expression stops the start, not the first request.
  }

  private static String group(Matcher user) {
    if (!user.matches()) {
      throw new ProblemException(
          ProblemType.UNUSABLE_TENANT,
          "The caller's name leads to no tenant of this server; its operator can help.");
    }
    return Objects.requireNonNullElse(user.group(1), DEFAULT);
  }

  private static Pattern compiled(String expression) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "%s: '%s' is no regular expression: %s"
              .formatted(TenantScope.PATTERN, expression, e.getDescription()),
          e);
    }
    if (pattern.matcher("").groupCount() < 1) {
      throw new IllegalArgumentException(
          "%s: '%s' has no group that would be the tenant"
              .formatted(TenantScope.PATTERN, expression));
    }
    return pattern;
  }
}

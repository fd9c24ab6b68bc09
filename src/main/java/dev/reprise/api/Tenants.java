package dev.reprise.api;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Tells whose data a user sees.
 *
 * <p>The property {@code reprise.tenant.pattern} is a regular expression over the whole name of the
 * user; its first group is the tenant, for example {@code [^@]+@(.+)}. Without the property, and
 * for users whom it does not match, the tenant is {@code default}.
 */
@ApplicationScoped
class Tenants {

  static final String DEFAULT = "default";

  private static final String PROPERTY = "reprise.tenant.pattern";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private Optional<Pattern> pattern = Optional.empty();

  /** For the container's proxy. */
  Tenants() {}

  /**
   * @throws IllegalArgumentException if the expression is none or has no group
   */
  @Inject
  Tenants(@ConfigProperty(name = PROPERTY) Optional<String> configured) {
    pattern = configured.map(Tenants::compiled);
  }

  /**
   * Returns the tenant of a user.
   *
   * @throws Refusal if the name leads to something that is no tenant's name
   */
  public String of(String user) {
    String tenant = pattern.map(p -> p.matcher(user)).flatMap(Tenants::group).orElse(DEFAULT);
    if (!NAME.matcher(tenant).matches()) {
      throw new Refusal(
          ProblemType.UNUSABLE_TENANT,
          "A tenant's name is 1 to 64 letters, digits, '.', '_' or '-'; the caller's is not.");
    }
    return tenant;
  }

  void check(@Observes Startup unused) {
    // Being called is the point: a wrong expression stops the start, not the first request.
  }

  private static Optional<String> group(Matcher user) {
    return user.matches() ? Optional.ofNullable(user.group(1)) : Optional.empty();
  }

  private static Pattern compiled(String expression) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "%s: '%s' is no regular expression: %s"
              .formatted(PROPERTY, expression, e.getDescription()),
          e);
    }
    if (pattern.matcher("").groupCount() < 1) {
      throw new IllegalArgumentException(
          "%s: '%s' has no group that would be the tenant".formatted(PROPERTY, expression));
    }
    return pattern;
  }
}

package dev.reprise.tool;

import dev.reprise.platform.TenantScope;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of workspaces: their directories, as {@link Workspaces} describes, and what tools
 * may write in them.
 *
 * <p>{@code reprise.workspaces.<name>.max-bytes} and {@code .max-files} have no limit by default,
 * and {@code reprise.workspaces.min-free-bytes} is 256 MiB by default. For {@code
 * reprise.workspaces.protected} see {@link ProtectedNames}.
 */
@Dependent
class WorkspaceSettings {

  static final String PROPERTY = "reprise.workspaces";

  private static final String PREFIX = PROPERTY + ".";
  private static final String PROTECTED = PREFIX + "protected";
  private static final long MIN_FREE_BYTES = 256L << 20;

  private final Config config;
  private final Clock clock;

  @Inject
  WorkspaceSettings(Config config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /** Returns the configured entries; each must be {@code name=/absolute/path}. */
  List<String> entries() {
    return config.getOptionalValues(PROPERTY, String.class).orElse(List.of());
  }

  /** Returns the tenants that may use a workspace. */
  TenantScope tenants(String name) {
    return TenantScope.of(config, tenantsProperty(name));
  }

  static String tenantsProperty(String name) {
    return PREFIX + name + ".tenants";
  }

  /**
   * Returns the terms of a workspace.
   *
   * @param root its real path
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  WorkspaceTerms terms(String name, Path root) {
    var limit = new DiskUsage(limit(name + ".max-bytes"), limit(name + ".max-files"));
    long free = number("min-free-bytes", MIN_FREE_BYTES);
    return new WorkspaceTerms(root, protectedNames(), new DiskQuota(root, limit, free, clock));
  }

  private long limit(String name) {
    return number(name, Long.MAX_VALUE);
  }

  private long number(String name, long otherwise) {
    long number = config.getOptionalValue(PREFIX + name, Long.class).orElse(otherwise);
    if (number < 0) {
      throw new IllegalArgumentException(
          "%s must be 0 or more, not %d".formatted(PREFIX + name, number));
    }
    return number;
  }

  private ProtectedNames protectedNames() {
    try {
      return config
          .getOptionalValues(PROTECTED, String.class)
          .map(List::copyOf)
          .map(ProtectedNames::of)
          .orElse(ProtectedNames.DEFAULT);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(PROTECTED + ": " + e.getMessage(), e);
    }
  }
}

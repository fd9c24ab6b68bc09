package dev.reprise.artifact;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * What identifies an artifact.
 *
 * @param tenant whose agents may call it
 * @param role the tool's name
 * @param method what is called of the tool
 */
public record ArtifactKey(String tenant, String role, String method)
    implements Comparable<ArtifactKey> {

  /** The names that roles and methods may have. */
  public static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

  private static final Comparator<ArtifactKey> ORDER =
      Comparator.comparing(ArtifactKey::tenant)
          .thenComparing(ArtifactKey::role)
          .thenComparing(ArtifactKey::method);

  public ArtifactKey {
    if (!NAME.matcher(role).matches() || !NAME.matcher(method).matches()) {
      throw new IllegalArgumentException(
          "a role and a method must be names such as feed_reader, not '%s' and '%s'"
              .formatted(role, method));
    }
  }

  @Override
  public int compareTo(ArtifactKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "%s.%s of %s".formatted(role, method, tenant);
  }
}

package dev.reprise.resilience;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * The target that a breaker protects, and the callers that it covers.
 *
 * @param tenant the tenant whose calls it counts and refuses; empty for all tenants
 * @param name the name of a provider, a tool or an agent
 */
public record BreakerKey(Kind kind, Optional<String> tenant, String name)
    implements Comparable<BreakerKey> {

  private static final Comparator<BreakerKey> ORDER =
      Comparator.comparing(BreakerKey::kind)
          .thenComparing(BreakerKey::name)
          .thenComparing(key -> key.tenant().orElse(""));

  /** The kind of target. */
  public enum Kind {
    /** A provider of models: all of its models fail together, for all tenants. */
    MODEL,
    /** A tool, as one tenant calls it. */
    TOOL,
    /** All runs of one agent for one tenant. */
    WORKFLOW;

    /** Returns the stable name, in lower case. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of this {@link #code}, if there is one. */
    public static Optional<Kind> of(String code) {
      return Arrays.stream(values()).filter(kind -> kind.code().equals(code)).findFirst();
    }
  }

  /** Returns the key of a provider of models. */
  public static BreakerKey model(String provider) {
    return new BreakerKey(Kind.MODEL, Optional.empty(), provider);
  }

  /**
   * Returns the key of a tool for the calls of one tenant: what fails for one, with its arguments,
   * secrets and files, need not fail for another.
   */
  public static BreakerKey tool(String tenant, String name) {
    return new BreakerKey(Kind.TOOL, Optional.of(tenant), name);
  }

  /** Returns the key of an agent for the runs of one tenant. */
  public static BreakerKey workflow(String tenant, String agent) {
    return new BreakerKey(Kind.WORKFLOW, Optional.of(tenant), agent);
  }

  /** Returns whether it covers calls of this tenant. */
  public boolean isFor(String caller) {
    return tenant.isEmpty() || tenant.get().equals(caller);
  }

  @Override
  public int compareTo(BreakerKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case MODEL -> "provider " + name;
      case TOOL -> "tool " + name;
      case WORKFLOW -> "agent " + name;
    };
  }
}

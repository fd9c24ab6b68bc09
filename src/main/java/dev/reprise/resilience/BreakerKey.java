package dev.reprise.resilience;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Whom a breaker keeps calls away from.
 *
 * @param name of a provider or a tool
 */
public record BreakerKey(Kind kind, String name) implements Comparable<BreakerKey> {

  private static final Comparator<BreakerKey> ORDER =
      Comparator.comparing(BreakerKey::kind).thenComparing(BreakerKey::name);

  /** What it is. */
  public enum Kind {
    /** A provider of models: all of its models live and fail together. */
    MODEL,
    /** A tool. */
    TOOL;

    /** Returns the stable word for it, in lower case. */
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
    return new BreakerKey(Kind.MODEL, provider);
  }

  /** Returns the key of a tool. */
  public static BreakerKey tool(String name) {
    return new BreakerKey(Kind.TOOL, name);
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
    };
  }
}

package dev.reprise.web;

import java.util.List;
import java.util.stream.Stream;

/**
 * The hosts that agents may call, by name: {@code example.org} for that host, {@code *.example.org}
 * for all hosts below it but not itself, {@code *} for every host. Other scripts, capitals and a
 * dot at the end mean the same as in URLs. An address is written as in a URL.
 *
 * <p>An allowed name does not make its address allowed: {@link AddressFilter} decides about
 * addresses.
 *
 * @param patterns in the spelling of {@link WebHost}; an empty list allows no host
 */
public record HostAllowlist(List<String> patterns) {

  /** Allows every host. */
  public static final HostAllowlist ANY = new HostAllowlist(List.of("*"));

  private static final String BELOW = "*.";

  public HostAllowlist {
    patterns = List.copyOf(patterns);
  }

  /**
   * Reads an allow-list.
   *
   * @throws IllegalArgumentException if an entry is neither a host nor a pattern; says which
   */
  public static HostAllowlist of(List<String> patterns) {
    return new HostAllowlist(patterns.stream().map(HostAllowlist::canonical).toList());
  }

  boolean allows(WebHost host) {
    return patterns.stream().anyMatch(pattern -> fits(pattern, host));
  }

  /** Returns a list of the hosts that both lists allow. */
  public HostAllowlist and(HostAllowlist others) {
    return new HostAllowlist(
        Stream.concat(
                others.patterns.stream().filter(this::covers),
                patterns.stream().filter(others::covers))
            .distinct()
            .toList());
  }

  /** Returns whether this list allows all hosts of a pattern. */
  private boolean covers(String narrow) {
    return patterns.stream()
        .anyMatch(
            wide ->
                wide.equals("*")
                    || wide.equals(narrow)
                    || (wide.startsWith(BELOW) && narrow.endsWith(wide.substring(1))));
  }

  private static boolean fits(String pattern, WebHost host) {
    if (pattern.startsWith(BELOW)) {
      return host.name().endsWith(pattern.substring(1));
    }
    return pattern.equals("*") || pattern.equals(host.name());
  }

  private static String canonical(String pattern) {
    if (pattern.equals("*")) {
      return pattern;
    }
    boolean isBelow = pattern.startsWith(BELOW);
    WebHost host = host(isBelow ? pattern.substring(BELOW.length()) : pattern, pattern);
    if (isBelow && host.literal().isPresent()) {
      throw new IllegalArgumentException(
          "'%s': *. must be followed by a domain, not an address".formatted(pattern));
    }
    return (isBelow ? BELOW : "") + host.name();
  }

  private static WebHost host(String name, String pattern) {
    try {
      return WebHost.of(name);
    } catch (RequestBlockedException e) {
      throw new IllegalArgumentException(
          "'%s' must be a host, *.domain or *".formatted(pattern), e);
    }
  }

  @Override
  public String toString() {
    return patterns.isEmpty() ? "none" : String.join(", ", patterns);
  }
}

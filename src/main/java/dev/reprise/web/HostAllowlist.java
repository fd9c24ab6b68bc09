package dev.reprise.web;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which hosts agents may ask, by name: {@code example.org} for that one, {@code *.example.org} for
 * all below it but not itself, {@code *} for every one. Names in other scripts, capitals and a dot
 * at the end mean the same as in URLs; an address is written as in a URL.
 *
 * <p>A name that is allowed says nothing about the address behind it, which {@link AddressFilter}
 * judge.
 *
 * @param patterns in the spelling of {@link WebHost}; none allow nothing
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
   * @throws IllegalArgumentException if an entry is neither a host nor such a pattern; says which
   */
  public static HostAllowlist of(List<String> patterns) {
    return new HostAllowlist(patterns.stream().map(HostAllowlist::canonical).toList());
  }

  /**
   * Returns whether these allow the host of a URL, which is read as for asking it.
   *
   * @throws RequestBlockedException {@code invalid_url} if it is none
   */
  public boolean allowHostOf(String url) throws RequestBlockedException {
    return allows(WebUrl.of(url).host());
  }

  boolean allows(WebHost host) {
    return patterns.stream().anyMatch(pattern -> fits(pattern, host));
  }

  /** Returns rules that allow what both these and others allow. */
  public HostAllowlist and(HostAllowlist others) {
    return new HostAllowlist(
        Stream.concat(
                others.patterns.stream().filter(this::covers),
                patterns.stream().filter(others::covers))
            .distinct()
            .toList());
  }

  /** Returns whether these allow whatever a pattern does. */
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
      throw new IllegalArgumentException("'%s': nothing is below an address".formatted(pattern));
    }
    return (isBelow ? BELOW : "") + host.name();
  }

  private static WebHost host(String name, String pattern) {
    try {
      return WebHost.of(name);
    } catch (RequestBlockedException e) {
      throw new IllegalArgumentException(
          "'%s' is not understood; allowed are a host, *.domain and *".formatted(pattern), e);
    }
  }

  @Override
  public String toString() {
    return patterns.isEmpty() ? "none" : String.join(", ", patterns);
  }
}

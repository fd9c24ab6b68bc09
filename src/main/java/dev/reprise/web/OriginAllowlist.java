package dev.reprise.web;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a secret may be sent: origins (RFC 6454), which bind the scheme and the port as well as the
 * host. {@code example.org} means HTTPS at its usual port, {@code example.org:8443} another one,
 * and only {@code http://example.org} allows plain text. A host is written as in {@link
 * HostAllowlist}. An address of this machine written as {@code localhost} or a loopback address
 * allows both schemes and any port.
 *
 * @param entries at least one
 */
public record OriginAllowlist(List<Entry> entries) {

  private static final Pattern ENTRY =
      Pattern.compile(
          "(?:(?<scheme>https?)://)?(?<host>\\[[^\\]]*]|[^:/]+)(?::(?<port>[1-9][0-9]{0,4}))?");

  /** An origin, or several below a domain. */
  record Entry(String text, String scheme, HostAllowlist host, Optional<Integer> port) {

    boolean allows(WebUrl url) {
      return host.allows(url.host())
          && (isOfThisMachine(url.host())
              || (scheme.equals(url.scheme()) && port.orElse(usualPort()) == url.port()));
    }

    private int usualPort() {
      return scheme.equals("https") ? 443 : 80;
    }

    private static boolean isOfThisMachine(WebHost host) {
      return host.name().equals("localhost")
          || host.literal().filter(it -> it.isLoopbackAddress()).isPresent();
    }
  }

  public OriginAllowlist {
    entries = List.copyOf(entries);
  }

  /**
   * Reads an allow-list.
   *
   * @throws IllegalArgumentException if an entry is not an origin, or is {@code *}; says which
   */
  public static OriginAllowlist of(List<String> entries) {
    return new OriginAllowlist(entries.stream().distinct().map(OriginAllowlist::entry).toList());
  }

  private static Entry entry(String text) {
    Matcher parts = ENTRY.matcher(text);
    if (text.equals("*") || !parts.matches()) {
      throw new IllegalArgumentException(
          "'%s' must be a host or *.domain, after http:// if plain text is allowed, and before a colon and a port other than the usual one"
              .formatted(text));
    }
    return new Entry(
        text,
        Optional.ofNullable(parts.group("scheme")).orElse("https"),
        HostAllowlist.of(List.of(parts.group("host"))),
        Optional.ofNullable(parts.group("port")).map(Integer::valueOf));
  }

  /**
   * Returns whether the list allows the origin of a URL. The URL is parsed as for a request.
   *
   * @throws RequestBlockedException {@code invalid_url} if the text is not a URL
   */
  public boolean allowsOriginOf(String url) throws RequestBlockedException {
    WebUrl parsed = WebUrl.of(url);
    return entries.stream().anyMatch(it -> it.allows(parsed));
  }

  @Override
  public String toString() {
    return entries.stream().map(Entry::text).collect(Collectors.joining(", "));
  }
}

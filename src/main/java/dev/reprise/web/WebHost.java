package dev.reprise.web;

import java.net.IDN;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The host of a URL, in the one spelling that is compared, looked up and sent.
 *
 * @param name a domain name in lower-case ASCII without a dot at the end, an IPv4 address, or an
 *     IPv6 address in brackets
 * @param literal the address, if it is one; such a name is never looked up
 */
record WebHost(String name, Optional<InetAddress> literal) {

  private static final int MAX_LENGTH = 253;
  private static final String REST_OF_LABEL = "(?:[a-z0-9-]{0,61}[a-z0-9])?";

  /** The last label begins with a letter, as all top-level domains do: java.net.URI insists. */
  private static final Pattern NAME =
      Pattern.compile("(?:[a-z0-9]" + REST_OF_LABEL + "\\.)*[a-z]" + REST_OF_LABEL);

  /** What makes C libraries, and browsers, take the whole name for an IPv4 address. */
  private static final Pattern NUMERIC = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

  /**
   * Reads a host as it stands in a URL.
   *
   * @throws RequestBlockedException {@code invalid_url} if it is none, or spells an address in a
   *     way that programs understand differently
   */
  static WebHost of(String text) throws RequestBlockedException {
    if (text.startsWith("[") && text.endsWith("]")) {
      return v6(text.substring(1, text.length() - 1));
    }
    String name = ascii(text);
    if (NUMERIC.matcher(name).matches()) {
      return v4(name, text);
    }
    if (name.length() > MAX_LENGTH || !NAME.matcher(name).matches()) {
      throw refused(text, "a host is a domain name or an IP address");
    }
    return new WebHost(name, Optional.empty());
  }

  /** Returns the name as those have it who write no URLs: an IPv6 address without brackets. */
  String bare() {
    return name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
  }

  private static String ascii(String text) throws RequestBlockedException {
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    try {
      return IDN.toASCII(name, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw refused(text, "a host is a domain name or an IP address");
    }
  }

  private static WebHost v4(String name, String text) throws RequestBlockedException {
    Optional<InetAddress> address = IpAddressParser.read(name);
    if (address.isEmpty() || !name.equals(text)) {
      throw refused(text, "an IPv4 address is written as four decimal numbers, like 192.0.2.1");
    }
    return new WebHost(name, address);
  }

  private static WebHost v6(String text) throws RequestBlockedException {
    InetAddress address =
        IpAddressParser.read(text)
            .filter(it -> it.getAddress().length == 16)
            .orElseThrow(
                () -> refused("[" + text + "]", "this is no IPv6 address; zones are not allowed"));
    return new WebHost("[" + address.getHostAddress() + "]", Optional.of(address));
  }

  private static RequestBlockedException refused(String text, String reason) {
    return WebUrl.failure("invalid_url", text, reason);
  }

  @Override
  public String toString() {
    return name;
  }
}

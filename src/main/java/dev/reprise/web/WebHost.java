package dev.reprise.web;

import java.net.IDN;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The host of a URL, in the only spelling that is compared, looked up and sent.
 *
 * @param name a domain name in lower-case ASCII without a dot at the end, an IPv4 address, or an
 *     IPv6 address in brackets
 * @param literal the address if the host is one; such a host is never looked up
 */
record WebHost(String name, Optional<InetAddress> literal) {

  private static final int MAX_LENGTH = 253;
  private static final String REST_OF_LABEL = "(?:[a-z0-9-]{0,61}[a-z0-9])?";

  /** The last label begins with a letter, as in all top-level domains; java.net.URI requires it. */
  private static final Pattern NAME =
      Pattern.compile("(?:[a-z0-9]" + REST_OF_LABEL + "\\.)*[a-z]" + REST_OF_LABEL);

  /** Names that C libraries and browsers take for an IPv4 address. */
  private static final Pattern NUMERIC = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

  /**
   * Reads a host as written in a URL.
   *
   * @throws RequestBlockedException {@code invalid_url} if the text is not a host, or spells an
   *     address in a way that programs read differently
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
      throw refused(text, "the host must be a domain name or an IP address");
    }
    return new WebHost(name, Optional.empty());
  }

  /** Returns the name as outside URLs: an IPv6 address without brackets. */
  String bare() {
    return name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
  }

  private static String ascii(String text) throws RequestBlockedException {
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    try {
      return IDN.toASCII(name, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw refused(text, "the host must be a domain name or an IP address");
    }
  }

  private static WebHost v4(String name, String text) throws RequestBlockedException {
    Optional<InetAddress> address = IpAddressParser.read(name);
    if (address.isEmpty() || !name.equals(text)) {
      throw refused(text, "an IPv4 address must be four decimal numbers, such as 192.0.2.1");
    }
    return new WebHost(name, address);
  }

  private static WebHost v6(String text) throws RequestBlockedException {
    InetAddress address =
        IpAddressParser.read(text)
            .filter(it -> it.getAddress().length == 16)
            .orElseThrow(
                () ->
                    refused(
                        "[" + text + "]",
                        "the host in brackets must be an IPv6 address without a zone"));
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

package dev.reprise.api.identity;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a request says to log in, before anybody has looked whether it is right.
 *
 * @param address where it comes from: that of a proxy, unless the server is told to trust it
 * @param user the user's name, shortened; empty where the header has none
 * @param credentials the header's value
 */
record Login(String address, String user, String credentials) {

  private static final String BASIC = "basic ";
  private static final int MAX_USER = 64;

  /** How long a name may be under which something is recorded. */
  private static final int MAX_NAME = 256;

  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  /** Returns the login that a request brings, or empty if it brings none. */
  static Optional<Login> of(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader("Authorization"))
        .map(credentials -> new Login(request.getRemoteAddr(), userOf(credentials), credentials));
  }

  private static String userOf(String credentials) {
    String name = nameIn(credentials);
    return name.substring(0, Math.min(MAX_USER, name.length()));
  }

  private static String nameIn(String credentials) {
    if (!credentials.toLowerCase(Locale.ROOT).startsWith(BASIC)) {
      return "";
    }
    try {
      byte[] pair = Base64.getDecoder().decode(credentials.substring(BASIC.length()).strip());
      return new String(pair, StandardCharsets.UTF_8).split(":", 2)[0];
    } catch (IllegalArgumentException noBase64) {
      return "";
    }
  }

  /**
   * Returns whether no user has such a name, so that the container need not be asked: it writes
   * every name that it does not know into its log as it is, line breaks included.
   */
  boolean canMatchNoUser() {
    String name = nameIn(credentials);
    return name.length() > MAX_NAME || UNPRINTABLE.matcher(name).find();
  }

  /** Returns the user's name without what could pretend to be another line of a log. */
  String printableUser() {
    return UNPRINTABLE.matcher(user).replaceAll("?");
  }

  /** Without the password, which must not reach a log. */
  @Override
  public String toString() {
    return "'%s' from %s".formatted(printableUser(), address);
  }
}

package dev.reprise.api.identity;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The login of a request, before it is checked.
 *
 * @param address of the client, or of a proxy unless the server is configured to trust it
 * @param user the name of the user, shortened; empty if the header has none
 * @param credentials the value of the header
 */
record Login(String address, String user, String credentials) {

  private static final String BASIC = "basic ";
  private static final String BEARER = "bearer ";
  private static final int MAX_USER = 64;

  /** The length of a name under which something is recorded, at most. */
  private static final int MAX_NAME = 256;

  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  /** Returns the login of a request, or empty if it has none. */
  static Optional<Login> of(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader("Authorization"))
        .map(credentials -> new Login(request.getRemoteAddr(), userOf(credentials), credentials));
  }

  private static String userOf(String credentials) {
    String name =
        tokenIn(credentials)
            .flatMap(ApiKeyToken::parse)
            .map(ApiKeyToken::toString)
            .orElseGet(() -> nameIn(credentials));
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

  private static Optional<String> tokenIn(String credentials) {
    return credentials.toLowerCase(Locale.ROOT).startsWith(BEARER)
        ? Optional.of(credentials.substring(BEARER.length()).strip())
        : Optional.empty();
  }

  /** Returns the token of a bearer. */
  Optional<String> token() {
    return tokenIn(credentials);
  }

  /** Returns the API key that the token is, if it has the form of one. */
  Optional<ApiKeyToken> apiKey() {
    return token().flatMap(ApiKeyToken::parse);
  }

  /**
   * Returns whether no user can have this name. The container must not check such a login, because
   * it logs every unknown name unchanged, including line breaks.
   */
  boolean canMatchNoUser() {
    String name = nameIn(credentials);
    return name.length() > MAX_NAME || UNPRINTABLE.matcher(name).find();
  }

  /** Returns the user's name without characters that could forge another line in a log. */
  String printableUser() {
    return UNPRINTABLE.matcher(user).replaceAll("?");
  }

  /** Without the password, which must not reach a log. */
  @Override
  public String toString() {
    return "'%s' from %s".formatted(printableUser(), address);
  }
}

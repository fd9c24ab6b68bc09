package dev.reprise.api.identity;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The login of a request, before it is checked.
 *
 * @param address of the client, or of a proxy unless the server is configured to trust it
 */
record Login(String address, Credential credential) {

  private static final int MAX_USER = 64;

  /** The length of a name under which something is recorded, at most. */
  static final int MAX_NAME = 256;

  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  /** Returns the login of a request, or empty if it has none. */
  static Optional<Login> of(HttpServletRequest request) {
    return Credential.of(Collections.list(request.getHeaders("Authorization")))
        .map(credential -> new Login(request.getRemoteAddr(), credential));
  }

  /** Returns the name of the user or key, shortened; empty if the login has none. */
  String user() {
    String name =
        switch (credential) {
          case Credential.Password password -> password.user();
          case Credential.Key key -> key.token().toString();
          case Credential.Token token -> "";
          case Credential.Malformed malformed -> "";
        };
    return name.substring(0, Math.min(MAX_USER, name.length()));
  }

  /** Returns what distinguishes this login from others; it is secret. */
  String secret() {
    return switch (credential) {
      case Credential.Password password -> "p%s:%s".formatted(password.user(), password.password());
      case Credential.Key key -> "k" + key.token().text();
      case Credential.Token token -> "t" + token.text();
      case Credential.Malformed malformed -> "m" + malformed.headers();
    };
  }

  /**
   * Returns whether a user can have this name, which is in logs and records. The container must not
   * check a password of another one, because it logs every unknown name unchanged, including line
   * breaks.
   */
  static boolean isName(String user) {
    return user.length() <= MAX_NAME && !UNPRINTABLE.matcher(user).find();
  }

  /** Returns the user's name without characters that could forge another line in a log. */
  String printableUser() {
    return UNPRINTABLE.matcher(user()).replaceAll("?");
  }

  /** Without the password, which must not reach a log. */
  @Override
  public String toString() {
    return "'%s' from %s".formatted(printableUser(), address);
  }
}

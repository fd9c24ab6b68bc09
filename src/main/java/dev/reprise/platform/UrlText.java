package dev.reprise.platform;

import java.util.regex.Pattern;

/** URLs in messages. */
public final class UrlText {

  /**
   * A user before the host: all up to the last {@code @} if a password follows a colon, also with
   * characters that a URL must not have there, else up to the end of the authority.
   */
  private static final Pattern USER =
      Pattern.compile(
          "(?s)^([A-Za-z][A-Za-z0-9+.-]*:[/\\\\]*|[/\\\\]{2,})(?:[^/?#:\\[]*:(?!\\d+[/?#]).*|[^/?#]*)@");

  private UrlText() {}

  /** Returns a URL with … for its user and password, also if it is not well-formed. */
  public static String withoutUser(String url) {
    return USER.matcher(url).replaceFirst("$1…@");
  }
}

package dev.reprise.web;

import dev.reprise.platform.UrlText;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A web URL, parsed once and without a lookup. Connections use these parts and never the text, so
 * no second parser can see another host. Tested by {@code WebBorderTest}.
 *
 * @param scheme {@code http} or {@code https}
 * @param port the written port, else the port of the scheme
 * @param target path and query in ASCII as they are sent, with a slash at the beginning and without
 *     a fragment
 */
record WebUrl(String scheme, WebHost host, int port, String target) {

  private static final int MAX_LENGTH = 4_000;
  private static final int SHOWN_LENGTH = 120;
  private static final int MAX_PORT = 65_535;
  private static final Map<String, Integer> PORTS = Map.of("http", 80, "https", 443);

  /**
   * Characters that some parsers skip, that others take for a slash, or that the JDK rejects (half
   * a surrogate pair).
   */
  private static final Pattern AMBIGUOUS =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{IsWhite_Space}\\\\]");

  private static final Pattern BEYOND_ASCII = Pattern.compile("[^\\p{ASCII}]+");

  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[^\\[\\]]*]|[^:\\[\\]]+)(?::(?<port>[1-9][0-9]{0,4}))?");

  /**
   * Reads a URL.
   *
   * @throws RequestBlockedException {@code invalid_url} if the text is not a URL, has another
   *     scheme or a user, or can be read in more than one way
   */
  static WebUrl of(String text) throws RequestBlockedException {
    return of(parsed(text), text);
  }

  /**
   * Reads the target of a redirect from this URL, absolute or relative.
   *
   * @throws RequestBlockedException {@code invalid_url} as for any URL
   */
  WebUrl redirectedTo(String location) throws RequestBlockedException {
    // as in RFC 3986; the JDK follows RFC 2396 and would drop the last segment of the path
    boolean isOnlyQuery = location.startsWith("?");
    String reference = isOnlyQuery ? uri().getRawPath() + location : location;
    return of(uri().resolve(parsed(reference)), location);
  }

  /** Returns the URL in its only spelling. */
  URI uri() {
    String shownPort = Integer.valueOf(port).equals(PORTS.get(scheme)) ? "" : ":" + port;
    return URI.create(scheme + "://" + host + shownPort + target);
  }

  private static URI parsed(String text) throws RequestBlockedException {
    if (text.length() > MAX_LENGTH) {
      throw failure(
          "invalid_url", text, "a URL must have at most %d characters".formatted(MAX_LENGTH));
    }
    if (AMBIGUOUS.matcher(text).find()) {
      throw failure(
          "invalid_url", text, "a URL must not have spaces, invisible characters or backslashes");
    }
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw failure("invalid_url", text, "the text is not a URL: " + e.getReason());
    }
  }

  private static WebUrl of(URI uri, String text) throws RequestBlockedException {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    Integer usualPort = PORTS.get(scheme);
    if (usualPort == null || uri.getRawAuthority() == null) {
      throw failure("invalid_url", text, "a URL must begin with http:// or https:// and a host");
    }
    if (uri.getRawAuthority().contains("@")) {
      throw failure("invalid_url", text, "a URL must not have a user before its host");
    }
    Matcher authority = AUTHORITY.matcher(uri.getRawAuthority());
    if (!authority.matches()) {
      throw failure("invalid_url", text, "a host, and a port if needed, must follow //");
    }
    String writtenPort = authority.group("port");
    int port = writtenPort == null ? usualPort : Integer.parseInt(writtenPort);
    if (port > MAX_PORT) {
      throw failure("invalid_url", text, "a port must be at most " + MAX_PORT);
    }
    return new WebUrl(scheme, WebHost.of(authority.group("host")), port, target(uri));
  }

  private static String target(URI uri) {
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    // Not toASCIIString: it normalizes first, which turns U+1FEF into a grave accent, which a URL
    // must not have.
    return BEYOND_ASCII
        .matcher(path + query)
        .replaceAll(it -> URLEncoder.encode(it.group(), StandardCharsets.UTF_8));
  }

  /** Returns a failure that shows only the start of a text, so that a log stays readable. */
  static RequestBlockedException failure(String code, String text, String reason) {
    return new RequestBlockedException(code, "'%s': %s".formatted(shown(text), reason));
  }

  /** Returns the start of a text without a user and control characters, for messages. */
  static String shown(String text) {
    String url = UrlText.withoutUser(text);
    String start = url.length() > SHOWN_LENGTH ? url.substring(0, SHOWN_LENGTH) + "…" : url;
    return start.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}]", "?");
  }

  @Override
  public String toString() {
    return uri().toString();
  }
}

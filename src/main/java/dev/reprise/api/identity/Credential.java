package dev.reprise.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request logs in with, read from its {@code Authorization} header by the grammar of RFC
 * 7617 and RFC 6750. The container reads headers more leniently, so it must never be given one that
 * is {@link Malformed}: it could take another token from it, or from a form, than the one whose
 * claims count here.
 */
sealed interface Credential {

  /** A scheme, blanks, and a token68 (RFC 7235), which is also the b64token of RFC 6750. */
  Pattern HEADER = Pattern.compile("(?i:(Basic)|(Bearer)) +([A-Za-z0-9._~+/-]+=*)");

  /** The name and the password of a user of the registry. */
  record Password(String user, String password) implements Credential {

    /** Without the password, which must not reach a log. */
    @Override
    public String toString() {
      return "a password of '%s'".formatted(user);
    }
  }

  /** A token of an identity provider. The container verifies the same text of the same header. */
  record Token(String text) implements Credential {

    /** Returns its claims, which mean nothing before the container has verified it. */
    TokenClaims claims() {
      return TokenClaims.of(text);
    }

    /** Without the token, which must not reach a log. */
    @Override
    public String toString() {
      return "a token";
    }
  }

  /** An API key. */
  record Key(ApiKeyToken token) implements Credential {}

  /** Headers that are no login. */
  record Malformed(List<String> headers) implements Credential {
    public Malformed {
      headers = List.copyOf(headers);
    }

    /** Without the headers, which may have a secret. */
    @Override
    public String toString() {
      return "malformed";
    }
  }

  /** Reads the headers of a request; empty if it has none. */
  static Optional<Credential> of(List<String> headers) {
    if (headers.isEmpty()) {
      return Optional.empty();
    }
    Optional<Credential> read = headers.size() == 1 ? read(headers.getFirst()) : Optional.empty();
    return Optional.of(read.orElseGet(() -> new Malformed(headers)));
  }

  private static Optional<Credential> read(String header) {
    Matcher parts = HEADER.matcher(header);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String value = parts.group(3);
    return parts.group(1) == null ? Optional.of(bearer(value)) : basic(value);
  }

  private static Credential bearer(String value) {
    return ApiKeyToken.parse(value).<Credential>map(Key::new).orElseGet(() -> new Token(value));
  }

  private static Optional<Credential> basic(String value) {
    try {
      String pair = new String(Base64.getDecoder().decode(value), UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0
          ? Optional.empty()
          : Optional.of(new Password(pair.substring(0, colon), pair.substring(colon + 1)));
    } catch (IllegalArgumentException noBase64) {
      return Optional.empty();
    }
  }
}

package dev.reprise.mcp.settings;

import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.platform.redaction.RedactionRules.Secret;
import dev.reprise.tool.secret.SecretEncodings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Variables or headers that a server is given. {@code toString} has no values.
 *
 * @param all the values, by their names
 * @param secret the names of the values that must be redacted
 */
public record SecretValues(Map<String, String> all, Set<String> secret) {

  /** No values. */
  public static final SecretValues NONE = of(Map.of());

  /** A header with credentials: the scheme, and the secret. */
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?<scheme>[A-Za-z][A-Za-z0-9-]*) +(?<key>\\S+)");

  public SecretValues {
    all = Map.copyOf(all);
    secret = Set.copyOf(secret);
  }

  /** Creates values without secrets. */
  public static SecretValues of(Map<String, String> all) {
    return new SecretValues(all, Set.of());
  }

  /**
   * Returns the secrets, in all forms in which a server may repeat them: the value itself, the part
   * after the scheme of credentials, and the password in that part.
   *
   * @param server the server that has them
   */
  public List<Secret> secrets(String server) {
    return secret.stream()
        .sorted()
        .flatMap(
            name ->
                parts(Objects.requireNonNull(all.get(name)))
                    .filter(part -> part.length() >= RedactionRules.MIN_SECRET_LENGTH)
                    .flatMap(SecretEncodings::of)
                    .distinct()
                    .map(form -> new Secret("mcp.%s.%s".formatted(server, name), form)))
        .toList();
  }

  private static Stream<String> parts(String value) {
    Matcher login = CREDENTIALS.matcher(value);
    if (!login.matches()) {
      return Stream.of(value);
    }
    String key = login.group("key");
    return login.group("scheme").equalsIgnoreCase("basic")
        ? Stream.concat(Stream.of(value, key), password(key))
        : Stream.of(value, key);
  }

  private static Stream<String> password(String key) {
    try {
      String login = new String(Base64.getDecoder().decode(key), StandardCharsets.UTF_8);
      return Stream.of(login.substring(login.indexOf(':') + 1));
    } catch (IllegalArgumentException e) {
      return Stream.empty(); // not Base64: it has no password, and the server refuses it
    }
  }

  @Override
  public String toString() {
    return all.keySet().toString();
  }
}

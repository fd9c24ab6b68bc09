package dev.reprise.model.provider;

import dev.reprise.platform.SecretReference;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of one provider.
 *
 * @param name its name in agents' documents
 * @param baseUrl the base URL, without a slash at the end
 * @param key the API key, if the provider needs one; never shown
 * @param connectTimeout the time limit of a connection attempt
 * @param stallTimeout the longest silence before and within a reply
 * @param maxReplyBytes the maximum length of a reply on the wire
 * @param stream whether replies are streamed
 */
public record ProviderSettings(
    String name,
    ProviderKind kind,
    URI baseUrl,
    Optional<String> key,
    Duration connectTimeout,
    Duration stallTimeout,
    int maxReplyBytes,
    boolean stream) {

  public static final String PREFIX = "reprise.models";

  private static final String NAME = "[a-z][a-z0-9-]{0,62}";
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration STALL = Duration.ofMinutes(3);
  private static final int DEFAULT_REPLY_BYTES = 8 * 1024 * 1024;
  private static final int MIN_REPLY_BYTES = 1024;
  private static final int MAX_REPLY_BYTES = 256 * 1024 * 1024;

  /**
   * Reads the configuration of a provider.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  public static ProviderSettings of(Config config, String name) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "%s: the name '%s' must be a small letter and up to 62 small letters, digits and -"
              .formatted(PREFIX, name));
    }
    var properties = new Properties(config, PREFIX + "." + name + ".");
    ProviderKind kind =
        properties
            .value("kind", String.class, ProviderKind::of)
            .orElseThrow(
                () -> new IllegalArgumentException(properties.prefix() + "kind is missing"));
    if (config.getOptionalValue(properties.prefix() + "api-key", String.class).isPresent()) {
      throw new IllegalArgumentException(
          "%sapi-key is not allowed; set api-key-from or api-key-file to say where the key is"
              .formatted(properties.prefix()));
    }
    return new ProviderSettings(
        name,
        kind,
        properties
            .value("base-url", String.class, ProviderSettings::url)
            .orElseGet(() -> URI.create(kind.baseUrl())),
        properties.key(),
        properties.value("connect-timeout", Duration.class, ProviderSettings::time).orElse(CONNECT),
        properties.value("stall-timeout", Duration.class, ProviderSettings::time).orElse(STALL),
        properties
            .value("max-reply-bytes", Integer.class, ProviderSettings::size)
            .orElse(DEFAULT_REPLY_BYTES),
        properties.value("stream", Boolean.class, Function.identity()).orElse(true));
  }

  private static URI url(String text) {
    URI url = URI.create(text.replaceFirst("/+$", ""));
    boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!isHttp
        || url.getHost() == null
        || url.getUserInfo() != null
        || url.getQuery() != null
        || url.getFragment() != null) {
      throw new IllegalArgumentException(
          "must be for example https://models.example.org/v1, without user, query and fragment");
    }
    return url;
  }

  private static Duration time(Duration time) {
    if (!time.isPositive()) {
      throw new IllegalArgumentException("must be positive, not " + time);
    }
    return time;
  }

  private static int size(int bytes) {
    if (bytes < MIN_REPLY_BYTES || bytes > MAX_REPLY_BYTES) {
      throw new IllegalArgumentException(
          "must be %d to %d, not %d".formatted(MIN_REPLY_BYTES, MAX_REPLY_BYTES, bytes));
    }
    return bytes;
  }

  /** Returns whether requests send the key to another machine without encryption. */
  public boolean exposesKey() {
    String host = baseUrl.getHost();
    boolean isHere =
        host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.[0-9]+){3}");
    return key.isPresent() && baseUrl.getScheme().equals("http") && !isHere;
  }

  /** Returns the settings without the key. */
  @Override
  public String toString() {
    return "%s (%s at %s, %s key)"
        .formatted(name, kind.configName(), baseUrl, key.isPresent() ? "with a" : "without");
  }

  /** The properties of one provider. */
  private record Properties(Config config, String prefix) {

    <T, V> Optional<V> value(String name, Class<T> type, Function<T, V> reading) {
      try {
        return config.getOptionalValue(prefix + name, type).map(reading);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("%s%s %s".formatted(prefix, name, e.getMessage()), e);
      }
    }

    Optional<String> key() {
      Optional<String> key = SecretReference.resolve(config, prefix + "api-key");
      if (key.isPresent() && !key.get().matches("[\\x21-\\x7e]+")) { // it is sent in a header
        throw new IllegalArgumentException(
            prefix + "api-key-…: the key must be one line of printable ASCII without blanks");
      }
      return key;
    }
  }
}

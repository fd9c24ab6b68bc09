package dev.reprise.model.provider;

import dev.reprise.platform.SecretReference;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  private static final String NAME = "[a-z][a-z0-9-]{0,62}";

  private static final Setting<List<String>> NAMES =
      Setting.optional(
              "reprise.models",
              SettingType.list(
                  SettingType.text()
                      .where(
                          name -> name.matches(NAME),
                          "a small letter and up to 62 small letters, digits and -")))
          .means("names of model providers, comma separated");
  private static final Setting<ProviderKind> KIND =
      each("kind", SettingType.choice(ProviderKind.class))
          .means("the protocol: `openai` is also that of vLLM, llama.cpp and gateways");
  private static final Setting<URI> BASE_URL =
      each(
              "base-url",
              new SettingType<>(
                  "url",
                  "an URL such as https://models.example.org/v1, without user, query and fragment",
                  ProviderSettings::url))
          .otherwise("that of the kind")
          .means("its address");
  private static final Setting<String> KEY_FROM =
      each("api-key-from", SettingType.text())
          .means("the name of the property, or of the environment variable, that holds the key");
  private static final Setting<Path> KEY_FILE =
      each("api-key-file", SettingType.path()).means("the file that holds the key, instead");
  private static final Setting<Duration> CONNECT_TIMEOUT =
      each("connect-timeout", SettingType.duration("PT0.001S"))
          .byDefault("PT10S")
          .means("how long a connection may take");
  private static final Setting<Duration> STALL_TIMEOUT =
      each("stall-timeout", SettingType.duration("PT0.001S"))
          .byDefault("PT3M")
          .means(
              "the longest silence, before a reply and within it; without `stream` that is the"
                  + " whole time in which the model thinks and writes");
  private static final Setting<Integer> MAX_REPLY_BYTES =
      each("max-reply-bytes", SettingType.integer(1024, 256 * 1024 * 1024))
          .byDefault("8388608")
          .means("the longest reply as it comes over the wire");
  private static final Setting<Boolean> STREAM =
      each("stream", SettingType.flag()).byDefault("true").means("whether replies are streamed");
  private static final Setting<Double> BATCH_PRICE =
      each("batch-price", SettingType.decimal(0, 1))
          .byDefault("0.5")
          .means(
              "what a request of a batch costs, as a part of the price of a single call; of the"
                  + " kinds `openai` and `anthropic`");

  private static <T> Setting<T> each(String name, SettingType<T> type) {
    return Setting.optional("reprise.models.<name>." + name, type).forEach(ProviderSettings::names);
  }

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "providers",
          NAMES,
          KIND,
          BASE_URL,
          KEY_FROM,
          KEY_FILE,
          CONNECT_TIMEOUT,
          STALL_TIMEOUT,
          MAX_REPLY_BYTES,
          STREAM,
          BATCH_PRICE);
    }

    @Override
    public void check(Config config) {
      names(config)
          .forEach(
              name -> {
                of(config, name);
                batchPrice(config, name);
              });
    }
  }

  /**
   * Returns the names of the providers in the order of the configuration.
   *
   * @throws IllegalArgumentException if one is not valid
   */
  public static List<String> names(Config config) {
    return NAMES.find(config).orElse(List.of());
  }

  /**
   * Reads the configuration of a provider.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  public static ProviderSettings of(Config config, String name) {
    ProviderKind kind =
        KIND.of(name)
            .find(config)
            .orElseThrow(() -> new IllegalArgumentException(KIND.of(name) + " is missing"));
    return new ProviderSettings(
        name,
        kind,
        BASE_URL.of(name).find(config).orElseGet(() -> URI.create(kind.baseUrl())),
        key(config, "reprise.models.%s.api-key".formatted(name)),
        CONNECT_TIMEOUT.of(name).get(config),
        STALL_TIMEOUT.of(name).get(config),
        MAX_REPLY_BYTES.of(name).get(config),
        STREAM.of(name).get(config));
  }

  private static Optional<String> key(Config config, String property) {
    if (config.getOptionalValue(property, String.class).isPresent()) {
      throw new IllegalArgumentException(
          "%s is not allowed; set api-key-from or api-key-file to say where the key is"
              .formatted(property));
    }
    Optional<String> key = SecretReference.resolve(config, property);
    if (key.isPresent() && !key.get().matches("[\\x21-\\x7e]+")) { // it is sent in a header
      throw new IllegalArgumentException(
          property + "-…: the key must be one line of printable ASCII without blanks");
    }
    return key;
  }

  private static URI url(String text) {
    URI url = URI.create(text.replaceFirst("/+$", ""));
    boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!isHttp
        || url.getHost() == null
        || url.getUserInfo() != null
        || url.getQuery() != null
        || url.getFragment() != null) {
      throw new IllegalArgumentException("it is another kind of URL");
    }
    return url;
  }

  /**
   * Reads what a request of a batch costs, as a part of the price of a single call.
   *
   * @throws IllegalArgumentException if the value is not valid; names its property
   */
  public static BigDecimal batchPrice(Config config, String name) {
    return BigDecimal.valueOf(BATCH_PRICE.of(name).get(config));
  }

  /** Returns whether it is the service for which its kind of protocol was made. */
  public boolean isAtAddressOfKind() {
    return baseUrl.getAuthority().equalsIgnoreCase(URI.create(kind.baseUrl()).getAuthority());
  }

  /** Returns whether its address is on this machine. */
  public boolean isHere() {
    String host = baseUrl.getHost();
    return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.[0-9]+){3}");
  }

  /** Returns whether requests send the key to another machine without encryption. */
  public boolean exposesKey() {
    return key.isPresent() && baseUrl.getScheme().equals("http") && !isHere();
  }

  /** Returns the settings without the key. */
  @Override
  public String toString() {
    return "%s (%s at %s, %s key)"
        .formatted(name, kind.configName(), baseUrl, key.isPresent() ? "with a" : "without");
  }
}

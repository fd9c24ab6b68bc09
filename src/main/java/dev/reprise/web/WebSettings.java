package dev.reprise.web;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of agents' requests to the web.
 *
 * @param hosts {@code reprise.web.hosts}; every host by default
 * @param ports {@code reprise.web.ports}; 80 and 443 by default
 * @param addresses {@code reprise.web.networks} are open in addition to the public internet, {@code
 *     reprise.web.denied-networks} are closed; none by default
 * @param connect {@code reprise.web.connect-timeout}: the time limit of looking up a name, and of
 *     connecting to one address; 5 s by default
 * @param silence {@code reprise.web.silence-timeout}: how long a server may be silent; 20 s by
 *     default
 * @param total {@code reprise.web.timeout}: the time limit of the whole request, including
 *     redirects; 60 s by default
 * @param maxBytes {@code reprise.web.max-bytes}: the maximum length of a decoded body; 4 MiB by
 *     default
 */
record WebSettings(
    HostAllowlist hosts,
    Set<Integer> ports,
    AddressFilter addresses,
    Duration connect,
    Duration silence,
    Duration total,
    int maxBytes) {

  /** Leaves a tool time to read the response within its two minutes. */
  private static final Duration LONGEST = Duration.ofSeconds(100);

  private static final int MAX_PORT = 65_535;
  private static final int MIN_BYTES = 1024;
  private static final int MAX_BYTES = 32 * 1024 * 1024;

  WebSettings {
    ports = Set.copyOf(ports);
  }

  /** Reads properties one by one. */
  private record Reader(Config config) {

    <T> T value(String name, T otherwise, Function<String, T> reading) {
      String property = "reprise.web." + name;
      Optional<String> text = config.getOptionalValue(property, String.class);
      try {
        return text.map(String::strip).map(reading).orElse(otherwise);
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(
            "%s: '%s': %s".formatted(property, text.orElse(""), e.getMessage()), e);
      }
    }

    Duration duration(String name, Duration otherwise) {
      return value(name, otherwise, WebSettings::duration);
    }
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property and what is
   *     allowed
   */
  static WebSettings of(Config config) {
    var reader = new Reader(config);
    return new WebSettings(
        reader.value("hosts", HostAllowlist.ANY, text -> HostAllowlist.of(list(text))),
        reader.value("ports", SsrfGuard.WEB_PORTS, WebSettings::ports),
        new AddressFilter(
            reader.value("networks", List.of(), WebSettings::networks),
            reader.value("denied-networks", List.of(), WebSettings::networks)),
        reader.duration("connect-timeout", Duration.ofSeconds(5)),
        reader.duration("silence-timeout", Duration.ofSeconds(20)),
        reader.duration("timeout", Duration.ofSeconds(60)),
        reader.value("max-bytes", 4 * 1024 * 1024, WebSettings::bytes));
  }

  private static List<String> list(String text) {
    return List.of(text.split("\\s*,\\s*"));
  }

  private static List<IpNetwork> networks(String text) {
    return list(text).stream().map(IpNetwork::of).toList();
  }

  private static Set<Integer> ports(String text) {
    Set<Integer> ports = new TreeSet<>();
    for (String port : list(text)) {
      ports.add(within(port, 1, MAX_PORT));
    }
    return ports;
  }

  private static int bytes(String text) {
    return within(text, MIN_BYTES, MAX_BYTES);
  }

  private static int within(String text, int min, int max) {
    if (text.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw new IllegalArgumentException(
        "'%s' must be a whole number from %d to %d".formatted(text, min, max));
  }

  private static Duration duration(String text) {
    Duration duration = Duration.parse(text);
    if (duration.toMillis() < 1 || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("must be a duration from PT0.001S to " + LONGEST);
    }
    return duration;
  }
}

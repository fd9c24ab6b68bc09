package dev.reprise.web;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/**
 * Whom this server asks on behalf of agents, and how long and how much it listens.
 *
 * @param hosts {@code reprise.web.hosts}; every one by default
 * @param ports {@code reprise.web.ports}; 80 and 443 by default
 * @param addresses {@code reprise.web.networks} are open beside the public internet, {@code
 *     reprise.web.denied-networks} are closed; neither by default
 * @param connect {@code reprise.web.connect-timeout}: how long a name may take to be looked up, and
 *     one address to be connected to; 5 s by default
 * @param silence {@code reprise.web.silence-timeout}: how long a server may say nothing; 20 s by
 *     default
 * @param total {@code reprise.web.timeout}: how long all of it may take, redirects included; 60 s
 *     by default
 * @param maxBytes {@code reprise.web.max-bytes}: of a body, unpacked; 4 MiB by default
 */
record WebSettings(
    HostAllowlist hosts,
    Set<Integer> ports,
    AddressFilter addresses,
    Duration connect,
    Duration silence,
    Duration total,
    int maxBytes) {

  /** Leaves a tool the time to read what came, within the two minutes that it has. */
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
   * @throws IllegalArgumentException if a value cannot work; names its property and what is allowed
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

  private static int within(String text, int least, int most) {
    if (text.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no whole number from %d to %d".formatted(text, least, most));
  }

  private static Duration duration(String text) {
    Duration duration = Duration.parse(text);
    if (duration.toMillis() < 1 || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("allowed are durations from PT0.001S to " + LONGEST);
    }
    return duration;
  }
}

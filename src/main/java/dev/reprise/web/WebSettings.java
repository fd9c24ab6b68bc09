package dev.reprise.web;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of agents' requests to the web.
 *
 * @param addresses which networks are open to tools in addition to the public internet, and which
 *     are closed
 * @param webhookAddresses the same for webhooks
 * @param connect the time limit of looking up a name, and of connecting to one address
 * @param silence how long a server may be silent
 * @param total the time limit of the whole request, including redirects
 * @param maxBytes the maximum length of a decoded body
 */
record WebSettings(
    HostAllowlist hosts,
    Set<Integer> ports,
    AddressFilter addresses,
    AddressFilter webhookAddresses,
    Duration connect,
    Duration silence,
    Duration total,
    int maxBytes) {

  /** Leaves a tool time to read the response within its two minutes. */
  private static final String LONGEST = "PT1M40S";

  private static final Setting<HostAllowlist> HOSTS =
      Setting.of(
              "reprise.web.hosts",
              new SettingType<>(
                  "list",
                  "hosts, *.domain or *, comma separated",
                  text -> HostAllowlist.of(list(text))),
              "*")
          .means(
              "allowed hosts, comma separated: `example.org` for that one, `*.example.org` for all"
                  + " below it, `*` for every one");
  private static final Setting<List<Integer>> PORTS =
      Setting.of("reprise.web.ports", SettingType.list(SettingType.integer(1, 65_535)), "80,443")
          .means("allowed ports");
  private static final Setting<List<IpNetwork>> NETWORKS =
      Setting.optional("reprise.web.networks", networks())
          .means(
              "special networks that are open to tools, comma separated, such as `10.1.0.0/16` or"
                  + " `fd00:1::/48` for an intranet; metadata services of clouds, and addresses"
                  + " that carry others, are never open");
  private static final Setting<List<IpNetwork>> WEBHOOK_NETWORKS =
      Setting.optional("reprise.webhooks.networks", networks())
          .means(
              "special networks that are open to webhooks, likewise; webhooks are called with plain"
                  + " `http` only there");
  private static final Setting<List<IpNetwork>> DENIED_NETWORKS =
      Setting.optional("reprise.web.denied-networks", networks())
          .means("networks that are closed, whether public or open, comma separated");
  private static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.of("reprise.web.connect-timeout", SettingType.duration("PT0.001S", LONGEST), "PT5S")
          .means(
              "how long the lookup of a name may take, and the connection to each of its"
                  + " addresses");
  private static final Setting<Duration> SILENCE_TIMEOUT =
      Setting.of("reprise.web.silence-timeout", SettingType.duration("PT0.001S", LONGEST), "PT20S")
          .means("how long a server may send nothing");
  private static final Setting<Duration> TIMEOUT =
      Setting.of("reprise.web.timeout", SettingType.duration("PT0.001S", LONGEST), "PT60S")
          .means("how long all of it may take, redirects included");
  private static final Setting<Integer> MAX_BYTES =
      Setting.of("reprise.web.max-bytes", SettingType.integer(1024, 32 * 1024 * 1024), "4194304")
          .means("how long a body may be, unpacked; a longer one is not read at all");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "the-web",
          HOSTS,
          PORTS,
          NETWORKS,
          WEBHOOK_NETWORKS,
          DENIED_NETWORKS,
          CONNECT_TIMEOUT,
          SILENCE_TIMEOUT,
          TIMEOUT,
          MAX_BYTES);
    }
  }

  WebSettings {
    ports = Set.copyOf(ports);
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property and what is
   *     allowed
   */
  static WebSettings of(Config config) {
    return new WebSettings(
        HOSTS.get(config),
        Set.copyOf(PORTS.get(config)),
        addresses(NETWORKS, config),
        addresses(WEBHOOK_NETWORKS, config),
        CONNECT_TIMEOUT.get(config),
        SILENCE_TIMEOUT.get(config),
        TIMEOUT.get(config),
        MAX_BYTES.get(config));
  }

  private static AddressFilter addresses(Setting<List<IpNetwork>> open, Config config) {
    return new AddressFilter(
        open.find(config).orElse(List.of()), DENIED_NETWORKS.find(config).orElse(List.of()));
  }

  private static List<String> list(String text) {
    return SettingType.list().reader().apply(text);
  }

  private static SettingType<List<IpNetwork>> networks() {
    return SettingType.list(
        new SettingType<>("network", "a network such as 10.1.0.0/16", IpNetwork::of));
  }
}

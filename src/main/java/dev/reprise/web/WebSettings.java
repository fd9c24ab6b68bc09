package dev.reprise.web;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/** The settings of agents' requests to the web. */
public final class WebSettings extends SettingGroup {

  /** Leaves a tool time to read the response within its two minutes. */
  private static final String LONGEST = "PT1M40S";

  final HostAllowlist hosts =
      setting(
              "reprise.web.hosts",
              new SettingType<>(
                  "list",
                  "hosts, *.domain or *, comma separated",
                  text -> HostAllowlist.of(list(text))),
              "*")
          .means(
              "allowed hosts, comma separated: `example.org` for that one, `*.example.org` for all"
                  + " below it, `*` for every one");
  final Set<Integer> ports =
      Set.copyOf(
          setting("reprise.web.ports", SettingType.list(SettingType.integer(1, 65_535)), "80,443")
              .means("allowed ports"));
  private final List<IpNetwork> open =
      optional("reprise.web.networks", networks())
          .means(
              "special networks that are open to tools, comma separated, such as `10.1.0.0/16` or"
                  + " `fd00:1::/48` for an intranet; metadata services of clouds, and addresses"
                  + " that carry others, are never open")
          .orElse(List.of());
  private final List<IpNetwork> openToWebhooks =
      optional("reprise.webhooks.networks", networks())
          .means(
              "special networks that are open to webhooks, likewise; webhooks are called with plain"
                  + " `http` only there")
          .orElse(List.of());
  private final List<IpNetwork> denied =
      optional("reprise.web.denied-networks", networks())
          .means("networks that are closed, whether public or open, comma separated")
          .orElse(List.of());
  final Duration connect =
      setting("reprise.web.connect-timeout", SettingType.duration("PT0.001S", LONGEST), "PT5S")
          .means(
              "how long the lookup of a name may take, and the connection to each of its"
                  + " addresses");
  final Duration silence =
      setting("reprise.web.silence-timeout", SettingType.duration("PT0.001S", LONGEST), "PT20S")
          .means("how long a server may send nothing");
  final Duration total =
      setting("reprise.web.timeout", SettingType.duration("PT0.001S", LONGEST), "PT60S")
          .means("how long all of it may take, redirects included");
  final int maxBytes =
      setting("reprise.web.max-bytes", SettingType.integer(1024, 32 * 1024 * 1024), "4194304")
          .means("how long a body may be, unpacked; a longer one is not read at all");

  public WebSettings() {
    super("the-web");
  }

  WebSettings(Config config) {
    super("the-web", config);
  }

  /** Returns which networks are open to tools besides the public internet, and which are closed. */
  AddressFilter addresses() {
    return new AddressFilter(open, denied);
  }

  /** Returns the same for webhooks. */
  AddressFilter webhookAddresses() {
    return new AddressFilter(openToWebhooks, denied);
  }

  private static List<String> list(String text) {
    return SettingType.list().reader().apply(text);
  }

  private static SettingType<List<IpNetwork>> networks() {
    return SettingType.list(
        new SettingType<>("network", "a network such as 10.1.0.0/16", IpNetwork::of));
  }
}

package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebSettingsTest {

  @Test
  void allowsThePublicInternetByDefault() {
    var settings = new WebSettings(config(Map.of()));

    assertThat(settings.hosts).isEqualTo(HostAllowlist.ANY);
    assertThat(settings.ports).containsExactlyInAnyOrder(80, 443);
    assertThat(settings.addresses()).isEqualTo(AddressFilter.PUBLIC);
    assertThat(settings.webhookAddresses()).isEqualTo(AddressFilter.PUBLIC);
    assertThat(settings.connect).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.silence).isEqualTo(Duration.ofSeconds(20));
    assertThat(settings.total).isEqualTo(Duration.ofSeconds(60));
    assertThat(settings.maxBytes).isEqualTo(4_194_304);
  }

  @Test
  void readsAllProperties() {
    var settings =
        new WebSettings(
            config(
                Map.of(
                    "reprise.web.hosts", "example.org , *.intranet.example",
                    "reprise.web.ports", "443,8443",
                    "reprise.web.networks", "10.0.0.0/8,fd00::/8",
                    "reprise.webhooks.networks", "10.9.0.0/16",
                    "reprise.web.denied-networks", "8.8.0.0/16, 2600::/16",
                    "reprise.web.connect-timeout", "PT1S",
                    "reprise.web.silence-timeout", "PT2S",
                    "reprise.web.timeout", "PT3S",
                    "reprise.web.max-bytes", "1024")));

    assertThat(settings.hosts)
        .isEqualTo(new HostAllowlist(List.of("example.org", "*.intranet.example")));
    assertThat(settings.ports).containsExactlyInAnyOrder(443, 8443);
    assertThat(settings.addresses())
        .isEqualTo(
            new AddressFilter(
                List.of(IpNetwork.of("10.0.0.0/8"), IpNetwork.of("fd00::/8")),
                List.of(IpNetwork.of("8.8.0.0/16"), IpNetwork.of("2600::/16"))));
    assertThat(settings.webhookAddresses())
        .isEqualTo(
            new AddressFilter(
                List.of(IpNetwork.of("10.9.0.0/16")),
                List.of(IpNetwork.of("8.8.0.0/16"), IpNetwork.of("2600::/16"))));
    assertThat(settings.connect).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.silence).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.total).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.maxBytes).isEqualTo(1024);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hosts           | http://a.org  | must be a host, *.domain or *
          ports           | 0             | each a whole number from 1 to 65535
          ports           | 80,x          | each a whole number from 1 to 65535
          networks        | 10.0.0.1/8    | 0 after its 8 bits
          networks        | intranet      | must be a network
          denied-networks | 8.8.8.8       | must be a network
          connect-timeout | 5s            | a duration from PT0.001S to PT1M40S
          silence-timeout | PT0S          | must be a duration from
          timeout         | PT2M          | to PT1M40S
          max-bytes       | 1000          | from 1024 to 33554432
          """)
  void refusesInvalidValues(String name, String value, String reason) {
    String property = "reprise.web." + name;

    assertThatThrownBy(() -> new WebSettings(config(Map.of(property, value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(property + " must be ")
        .hasMessageContaining("not '" + value + "'")
        .hasMessageContaining(reason);
  }

  private static Config config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .build();
  }
}

package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A URL in any spelling leads to a public address or is refused. */
class SsrfGuardTest {

  private static final String PUBLIC = "93.184.215.14";

  /** Resolves names that are not listed to loopback, as the worst name server would. */
  private static final Map<String, List<String>> NAMES =
      Map.of(
          "example.org", List.of(PUBLIC, "2606:2800:21f:cb07:6820:80da:af6b:8b2c"),
          "www.example.org", List.of(PUBLIC),
          "xn--bcher-kva.example", List.of(PUBLIC),
          "intranet.example", List.of("10.1.2.3"),
          "metadata.example", List.of("169.254.169.254"),
          "mixed.example", List.of(PUBLIC, "10.1.2.3"),
          "mixed6.example", List.of(PUBLIC, "fd00::5"),
          "mapped.example", List.of("::ffff:10.0.0.1"),
          "nat64.example", List.of("64:ff9b::10.0.0.1"),
          "nowhere.example", List.of());

  private static final SsrfGuard GUARD =
      new SsrfGuard(
          HostAllowlist.ANY, SsrfGuard.WEB_PORTS, AddressFilter.PUBLIC, SsrfGuardTest::addressesOf);

  @ParameterizedTest
  @MethodSource("hostile")
  void refuses(String url, String code, String reason) {
    RequestBlockedException failure =
        catchThrowableOfType(RequestBlockedException.class, () -> GUARD.check(url));

    assertThat(failure).as(url).isNotNull();
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.reason()).contains(reason).doesNotContainPattern("[\\p{Cc}\\p{Cs}]");
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        // plain addresses
        arguments("http://127.0.0.1/", "address_not_allowed", "loopback"),
        arguments("http://127.255.255.254/", "address_not_allowed", "loopback"),
        arguments("http://0.0.0.0/", "address_not_allowed", "this network"),
        arguments("http://10.0.0.1:80/", "address_not_allowed", "private"),
        arguments("https://192.168.0.1/", "address_not_allowed", "private"),
        arguments("http://172.20.1.1/", "address_not_allowed", "private"),
        arguments("http://100.64.0.1/", "address_not_allowed", "carriers"),
        arguments("http://169.254.169.254/latest/meta-data/", "address_not_allowed", "metadata"),
        arguments("http://100.100.100.200/latest/", "address_not_allowed", "metadata"),
        arguments("http://168.63.129.16/machine/", "address_not_allowed", "metadata"),
        arguments("http://192.0.0.192/opc/v2/", "address_not_allowed", "metadata"),
        arguments("http://224.0.0.1/", "address_not_allowed", "multicast"),
        arguments("http://255.255.255.255/", "address_not_allowed", "broadcast"),
        // IPv4 as only some programs read it, even if public
        arguments("http://2130706433/", "invalid_url", "four decimal numbers"),
        arguments("http://0x7f000001/", "invalid_url", "four decimal numbers"),
        arguments("http://0X7F000001/", "invalid_url", "four decimal numbers"),
        arguments("http://0x7f.0.0.1/", "invalid_url", "four decimal numbers"),
        arguments("http://0x7f.0x0.0x0.0x1/", "invalid_url", "four decimal numbers"),
        arguments("http://017700000001/", "invalid_url", "four decimal numbers"),
        arguments("http://0177.0.0.1/", "invalid_url", "four decimal numbers"),
        arguments("http://0177.0.0.01/", "invalid_url", "four decimal numbers"),
        arguments("http://127.1/", "invalid_url", "four decimal numbers"),
        arguments("http://127.0.1/", "invalid_url", "four decimal numbers"),
        arguments("http://10.1/", "invalid_url", "four decimal numbers"),
        arguments("http://0/", "invalid_url", "four decimal numbers"),
        arguments("http://127.0.0.1./", "invalid_url", "four decimal numbers"),
        arguments("http://127.0.0.256/", "invalid_url", "four decimal numbers"),
        arguments("http://127.0.0.1.1/", "invalid_url", "four decimal numbers"),
        arguments("http://4294967297/", "invalid_url", "four decimal numbers"),
        arguments("http://169.254.43518/", "invalid_url", "four decimal numbers"),
        arguments("http://2852039166/", "invalid_url", "four decimal numbers"),
        arguments("http://0xa9fea9fe/", "invalid_url", "four decimal numbers"),
        arguments("http://134744072/", "invalid_url", "four decimal numbers"),
        arguments("http://0x/", "invalid_url", "four decimal numbers"),
        arguments("http://127.0.0.0x/", "invalid_url", "four decimal numbers"),
        // digits and dots of other scripts
        arguments("http://\uff11\uff12\uff17.0.0.1/", "invalid_url", "four decimal numbers"),
        arguments("http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/", "invalid_url", "decimal"),
        arguments("http://127\u30020\u30020\u30021/", "invalid_url", "four decimal numbers"),
        arguments("http://127\uff0e0\uff0e0\uff0e1/", "invalid_url", "four decimal numbers"),
        arguments("http://127\uff610\uff610\uff611/", "invalid_url", "four decimal numbers"),
        arguments("http://127\u20240\u20240\u20241/", "invalid_url", "the host must be"),
        arguments("http://8\u30028\u30028\u30028/", "invalid_url", "four decimal numbers"),
        arguments("http://\u0661\u0662\u0667.0.0.1/", "invalid_url", ""),
        arguments(
            "http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/",
            "address_not_allowed",
            ""),
        arguments("http://loc\u00adalhost/", "invalid_url", "invisible"),
        arguments("http://local\u200bhost/", "invalid_url", "invisible"),
        arguments("http://\u202elocalhost/", "invalid_url", "invisible"),
        arguments("http://example.org/\ud800", "invalid_url", "invisible"),
        // IPv6
        arguments("http://[::1]/", "address_not_allowed", "loopback"),
        arguments("http://[0:0:0:0:0:0:0:1]/", "address_not_allowed", "loopback"),
        arguments("http://[0000::0001]/", "address_not_allowed", "loopback"),
        arguments("http://[::]/", "address_not_allowed", "unspecified"),
        arguments("http://[::ffff:127.0.0.1]/", "address_not_allowed", "IPv4-mapped"),
        arguments("http://[::FFFF:7F00:1]/", "address_not_allowed", "IPv4-mapped"),
        arguments("http://[0:0:0:0:0:ffff:8.8.8.8]/", "address_not_allowed", "IPv4-mapped"),
        arguments("http://[::127.0.0.1]/", "address_not_allowed", "IPv4-compatible"),
        arguments("http://[::ffff:0:127.0.0.1]/", "address_not_allowed", "IPv4-translated"),
        arguments("http://[64:ff9b::169.254.169.254]/", "address_not_allowed", "translation"),
        arguments("http://[64:ff9b:1::a00:1]/", "address_not_allowed", "translation"),
        arguments("http://[2002:7f00:1::]/", "address_not_allowed", "6to4"),
        arguments("http://[2001:0:53aa:64c::]/", "address_not_allowed", "Teredo"),
        arguments("http://[fd00:ec2::254]/", "address_not_allowed", "metadata"),
        arguments("http://[FD00:EC2:0::254]/", "address_not_allowed", "metadata"),
        arguments("http://[fec0::1]/", "address_not_allowed", "site-local"),
        arguments("http://[fe80::1]/", "address_not_allowed", "link-local"),
        arguments("http://[fe80::1%25eth0]/", "invalid_url", ""),
        arguments("http://[fe80::1%eth0]/", "invalid_url", ""),
        arguments("http://[2606:4700::1111%1]/", "invalid_url", ""),
        arguments("http://[127.0.0.1]/", "invalid_url", ""),
        arguments("http://[]/", "invalid_url", ""),
        arguments("http://[::1", "invalid_url", ""),
        arguments("http://[v1.::1]/", "invalid_url", ""),
        arguments("http://::1/", "invalid_url", ""),
        arguments("http://[::1].example.org/", "invalid_url", ""),
        // users
        arguments("http://example.org@127.0.0.1/", "invalid_url", "user"),
        arguments("http://127.0.0.1@example.org/", "invalid_url", "user"),
        arguments("http://user:pass@example.org/", "invalid_url", "'http://…@example.org/'"),
        arguments("http://user:" + "p".repeat(200) + "@a.org/", "invalid_url", "'http://…@a.org/'"),
        arguments("http://user:p ss@example.org/", "invalid_url", "'http://…@example.org/'"),
        arguments("http://user:p/ss@example.org/", "invalid_url", "'http://…@example.org/'"),
        arguments("http://@127.0.0.1/", "invalid_url", "user"),
        arguments("http://example.org:80@127.0.0.1:80/", "invalid_url", "user"),
        arguments("http://example.org%40127.0.0.1/", "invalid_url", "the host must be"),
        arguments("http://a@b@127.0.0.1/", "invalid_url", "user"),
        // characters that parsers skip or take for a slash
        arguments("http://example.org\\@127.0.0.1/", "invalid_url", "backslashes"),
        arguments("http:\\\\127.0.0.1\\", "invalid_url", "backslashes"),
        arguments("http://127.0.0.1\t/", "invalid_url", "spaces"),
        arguments("ht\ttp://127.0.0.1/", "invalid_url", "spaces"),
        arguments("http://example.org\r\nHost: 127.0.0.1/", "invalid_url", "invisible"),
        arguments(" http://127.0.0.1/", "invalid_url", "spaces"),
        arguments("http://exa mple.org/", "invalid_url", "spaces"),
        arguments("http://example.org\u0000.evil/", "invalid_url", "invisible"),
        arguments("http://example.org\u2028/", "invalid_url", "spaces"),
        arguments("http://127.0.0.1%2f@example.org/", "invalid_url", "user"),
        arguments("http://%31%32%37.0.0.1/", "invalid_url", "the host must be"),
        arguments("http://127%2e0%2e0%2e1/", "invalid_url", "the host must be"),
        arguments("http://127.0.0.1%00.example.org/", "invalid_url", "the host must be"),
        arguments("http://example.org\uff0f@127.0.0.1/", "invalid_url", "user"),
        arguments("http://example.org\uff20127.0.0.1/", "invalid_url", "the host must be"),
        arguments("http://example.org\uff03.evil/", "invalid_url", "the host must be"),
        // schemes and shapes
        arguments("", "invalid_url", "http://"),
        arguments("example.org", "invalid_url", "http://"),
        arguments("//example.org/", "invalid_url", "http://"),
        arguments("file:///etc/passwd", "invalid_url", "http://"),
        arguments("ftp://example.org/", "invalid_url", "http://"),
        arguments("gopher://127.0.0.1:6379/_INFO", "invalid_url", "http://"),
        arguments("jar:http://example.org!/", "invalid_url", "http://"),
        arguments("dict://127.0.0.1:11211/stats", "invalid_url", "http://"),
        arguments("data:text/html,x", "invalid_url", "http://"),
        arguments("ws://example.org/", "invalid_url", "http://"),
        arguments("http:127.0.0.1", "invalid_url", "http://"),
        arguments("http:/127.0.0.1/", "invalid_url", "http://"),
        arguments("http:///127.0.0.1/", "invalid_url", "http://"),
        arguments("http://", "invalid_url", ""),
        arguments("http://./", "invalid_url", "the host must be"),
        arguments("http://example.org../", "invalid_url", "the host must be"),
        arguments("http://.example.org/", "invalid_url", "the host must be"),
        arguments("http://127.0.0.10x7f/", "invalid_url", "the host must be"),
        arguments("http://exa_mple.org/", "invalid_url", "the host must be"),
        arguments("http://*.example.org/", "invalid_url", "the host must be"),
        arguments("http://" + "a".repeat(64) + ".example/", "invalid_url", "the host must be"),
        arguments("http://" + "a.".repeat(130) + "example/", "invalid_url", "the host must be"),
        arguments("http://example.org/" + "a".repeat(4_000), "invalid_url", "4000"),
        // ports
        arguments("http://example.org:22/", "port_not_allowed", "[80, 443]"),
        arguments("http://example.org:8080/", "port_not_allowed", "[80, 443]"),
        arguments("http://example.org:0/", "invalid_url", "port"),
        arguments("http://example.org:080/", "invalid_url", "port"),
        arguments("http://example.org:65616/", "invalid_url", "65535"),
        arguments("http://example.org:-80/", "invalid_url", "port"),
        arguments("http://example.org:+80/", "invalid_url", "port"),
        arguments("http://example.org:80:22/", "invalid_url", "port"),
        arguments("http://example.org:\uff18\uff10/", "invalid_url", "port"),
        arguments("http://example.org:/", "invalid_url", "port"),
        // names
        arguments("http://localhost/", "address_not_allowed", "loopback"),
        arguments("http://LOCALHOST./", "address_not_allowed", "loopback"),
        arguments("http://127.0.0.1.nip.example/", "address_not_allowed", "loopback"),
        arguments("http://intranet.example/", "address_not_allowed", "private"),
        arguments("http://metadata.example/", "address_not_allowed", "metadata"),
        arguments("http://mixed.example/", "address_not_allowed", "private"),
        arguments("http://mixed6.example/", "address_not_allowed", "unique-local"),
        arguments("http://mapped.example/", "address_not_allowed", "IPv4-mapped"),
        arguments("http://nat64.example/", "address_not_allowed", "translation"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://example.org                   | http://example.org/
          https://example.org/                 | https://example.org/
          HTTP://EXAMPLE.ORG/A/b?C=d           | http://example.org/A/b?C=d
          https://example.org:443/             | https://example.org/
          http://example.org:443/              | http://example.org:443/
          http://example.org./x                | http://example.org/x
          http://www.example.org/a%2Fb?q=%C3%BC | http://www.example.org/a%2Fb?q=%C3%BC
          https://example.org/?u=http://127.0.0.1/@x | https://example.org/?u=http://127.0.0.1/@x
          https://example.org//127.0.0.1/      | https://example.org//127.0.0.1/
          https://example.org/p#@127.0.0.1     | https://example.org/p
          http://example.org?q                 | http://example.org/?q
          https://bücher.example/ü?ö           | https://xn--bcher-kva.example/%C3%BC?%C3%B6
          https://example.org/\u1fef?😀  | https://example.org/%E1%BF%AF?%F0%9F%98%80
          https://BÜCHER.EXAMPLE/              | https://xn--bcher-kva.example/
          https://xn--bcher-kva.example/       | https://xn--bcher-kva.example/
          https://bücher。example/             | https://xn--bcher-kva.example/
          http://93.184.215.14/                | http://93.184.215.14/
          http://[2606:4700:4700::1111]/       | http://[2606:4700:4700:0:0:0:0:1111]/
          """)
  void allows(String url, String spelling) throws Exception {
    ResolvedTarget to = GUARD.check(url);

    assertThat(to.url().uri()).hasToString(spelling);
    assertThat(to.addresses()).isNotEmpty().allMatch(PlainAddresses::isPublic);
    assertThat(to.redirects()).isZero();
  }

  @Test
  void returnsAllAddressesWithTheNameAndWithoutZone() throws Exception {
    ResolvedTarget to = GUARD.check("https://Example.ORG/");

    assertThat(to.addresses())
        .extracting(InetAddress::toString)
        .containsExactly(
            "example.org/93.184.215.14", "example.org/2606:2800:21f:cb07:6820:80da:af6b:8b2c");
  }

  @Test
  void looksUpOnceSoThatRebindingGainsNothing() throws Exception {
    var asked = new AtomicInteger();
    Resolver rebinding =
        name -> List.of(literal(asked.getAndIncrement() % 2 == 0 ? PUBLIC : "127.0.0.1"));
    var guard =
        new SsrfGuard(HostAllowlist.ANY, SsrfGuard.WEB_PORTS, AddressFilter.PUBLIC, rebinding);

    ResolvedTarget first = guard.check("http://rebind.example/");

    assertThat(asked).hasValue(1);
    assertThat(first.addresses()).allMatch(PlainAddresses::isPublic);
    assertThatThrownBy(() -> guard.follow(first, "/again")) // looked up and checked again
        .isInstanceOf(RequestBlockedException.class)
        .hasMessageContaining("address_not_allowed");
  }

  @Test
  void looksUpOnlyAllowedNames() throws Exception {
    Resolver unasked =
        name -> {
          throw new AssertionError("asked for " + name);
        };
    var guard =
        new SsrfGuard(
            HostAllowlist.of(List.of(PUBLIC, "example.org")),
            SsrfGuard.WEB_PORTS,
            AddressFilter.PUBLIC,
            unasked);

    assertThat(guard.check("http://" + PUBLIC + "/").addresses()).containsExactly(literal(PUBLIC));
    assertThatThrownBy(() -> guard.check("http://secret-in-a-name.evil.example/"))
        .hasMessageContaining("host_not_allowed")
        .hasMessageContaining("allowed hosts are 93.184.215.14, example.org");
    assertThatThrownBy(() -> guard.check("http://example.org:8080/"))
        .hasMessageContaining("port_not_allowed");
  }

  @Test
  void doesNotRevealTheAddressOfAName() {
    assertThatThrownBy(() -> GUARD.check("http://intranet.example/"))
        .hasMessage(
            "address_not_allowed: 'http://intranet.example/': its host is in a private network"
                + " (RFC 1918), which is closed");
  }

  @Test
  void aNameWithoutAddressesIsUnknown() {
    assertThatThrownBy(() -> GUARD.check("http://nowhere.example/"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("nowhere.example");
  }

  @Test
  void sendsWebhooksWithoutTlsOnlyToNetworksThatAreOpen() throws Exception {
    var guard =
        new SsrfGuard(
            HostAllowlist.ANY,
            SsrfGuard.WEB_PORTS,
            new AddressFilter(List.of(IpNetwork.of("10.1.0.0/16"))),
            SsrfGuardTest::addressesOf,
            SsrfGuard.PlainHttp.IN_OPEN_NETWORKS);

    assertThat(guard.check("http://intranet.example/").addresses())
        .containsExactly(literal("10.1.2.3"));
    assertThat(guard.check("https://" + PUBLIC + "/").addresses()).containsExactly(literal(PUBLIC));
    assertThatThrownBy(() -> guard.narrowedTo(HostAllowlist.ANY).check("http://" + PUBLIC + "/"))
        .hasMessage(
            "https_required: 'http://%s/': plain http is allowed only in networks that are opened for it"
                .formatted(PUBLIC));
  }

  @Test
  void opensThePortsAndNetworksOfTheOperator() throws Exception {
    var guard =
        new SsrfGuard(
            HostAllowlist.of(List.of("intranet.example")),
            Set.of(8443),
            new AddressFilter(List.of(IpNetwork.of("10.1.0.0/16"))),
            SsrfGuardTest::addressesOf);

    assertThat(guard.check("https://intranet.example:8443/").addresses())
        .containsExactly(literal("10.1.2.3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://127.0.0.1/             | address_not_allowed
          //169.254.169.254/latest      | address_not_allowed
          //[::1]/                      | address_not_allowed
          https://intranet.example/     | address_not_allowed
          https://mixed.example/        | address_not_allowed
          https://0x7f.1/               | invalid_url
          https://good@www.example.org/ | invalid_url
          /\\evil.example/              | invalid_url
          \\\\127.0.0.1/                | invalid_url
          file:///etc/passwd            | invalid_url
          javascript:alert(1)           | invalid_url
          https:127.0.0.1               | invalid_url
          //                            | invalid_url
          https://example.org:22/       | port_not_allowed
          """)
  void refusesRedirects(String location, String code) throws Exception {
    ResolvedTarget from = GUARD.check("http://example.org/a/b");

    RequestBlockedException failure =
        catchThrowableOfType(RequestBlockedException.class, () -> GUARD.follow(from, location));

    assertThat(failure).as(location).isNotNull();
    assertThat(failure.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://www.example.org/x | https://www.example.org/x
          //www.example.org/x       | https://www.example.org/x
          /x?y=z#f                  | https://example.org/x?y=z
          x                         | https://example.org/a/x
          ../x                      | https://example.org/x
          ?y                        | https://example.org/a/b?y
          ///127.0.0.1/x            | https://example.org/127.0.0.1/x
          """)
  void followsRedirects(String location, String url) throws Exception {
    ResolvedTarget to = GUARD.follow(GUARD.check("https://example.org/a/b?c"), location);

    assertThat(to.url().uri()).hasToString(url);
    assertThat(to.redirects()).isOne();
  }

  @Test
  void followsNoRedirectOutOfTls() throws Exception {
    ResolvedTarget from = GUARD.check("https://example.org/");

    assertThatThrownBy(() -> GUARD.follow(from, "http://example.org/"))
        .hasMessageContaining("redirect_not_allowed");
  }

  @Test
  void followsFiveRedirectsAndNoMore() throws Exception {
    ResolvedTarget at = GUARD.check("https://example.org/");
    for (int i = 0; i < 5; i++) {
      at = GUARD.follow(at, "/" + i);
    }
    ResolvedTarget fifth = at;

    assertThatThrownBy(() -> GUARD.follow(fifth, "/6"))
        .isInstanceOf(RequestBlockedException.class)
        .hasMessageContaining("at most 5 redirects");
  }

  private static List<InetAddress> addressesOf(String name) {
    return NAMES.getOrDefault(name, List.of("127.0.0.1")).stream()
        .map(SsrfGuardTest::literal)
        .toList();
  }

  private static InetAddress literal(String text) {
    return IpAddressParser.read(text).orElseThrow();
  }
}

package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Any input is refused or leads to public addresses, even if the attacker controls the name server.
 */
class WebBorderTest {

  private static final List<String> SPECIAL_FIRST_BYTES =
      List.of("0", "10", "127", "169.254", "192.168", "172.16", "100.64", "198.18", "224", "240");

  @Property(tries = 4000)
  void noSpellingOfASpecialAddressPasses(
      @ForAll("special") byte[] address, @ForAll("spellings") Spelling spelling) {
    String host = spelling.of(address);

    // The worst resolver: it reads every spelling as a C library might.
    assertThatThrownBy(() -> guard(name -> List.of(InetAddress.getByAddress(address))).check(host))
        .as(host)
        .isInstanceOf(RequestBlockedException.class);
  }

  @Property(tries = 6000)
  void anyInputLeadsToPublicAddressesOrIsRefused(
      @ForAll("urls") String url, @ForAll Random random) {
    admitted(() -> guard(resolver(random)).check(url)).ifPresent(WebBorderTest::checkSafe);
  }

  @Property(tries = 4000)
  void soDoesAnyRedirect(@ForAll("urls") String location, @ForAll Random random) throws Exception {
    ResolvedTarget from =
        guard(name -> List.of(IpAddressParser.read("93.184.215.14").orElseThrow()))
            .check("http://example.org/a/b");

    admitted(() -> guard(resolver(random)).follow(from, location))
        .ifPresent(WebBorderTest::checkSafe);
  }

  /** A target has only public addresses, and other parsers read its URL in the same way. */
  private static void checkSafe(ResolvedTarget to) {
    assertThat(to.addresses()).isNotEmpty().allMatch(PlainAddresses::isPublic);
    URI uri = to.url().uri();
    assertThat(uri.toString()).matches("https?://[!-~&&[^\\\\@/]]+/[!-~&&[^\\\\#]]*");
    assertThat(uri.getHost()).isEqualTo(to.url().host().name());
    assertThat(uri.getRawUserInfo()).isNull();
    assertThat(uri.getPort()).isIn(-1, 80, 443);
    assertThat(admitted(() -> WebUrl.of(uri.toString()))).contains(to.url());
  }

  private static SsrfGuard guard(Resolver resolver) {
    return new SsrfGuard(HostAllowlist.ANY, SsrfGuard.WEB_PORTS, AddressFilter.PUBLIC, resolver);
  }

  /** Resolves to one to three addresses, about half of which are not public. */
  private static Resolver resolver(Random random) {
    return name -> {
      assertThat(name).matches("[a-z0-9.-]+");
      return random
          .ints(1 + random.nextInt(3), 0, 4)
          .mapToObj(
              kind ->
                  switch (kind) {
                    case 0 -> "10.0.0." + random.nextInt(256);
                    case 1 -> "fd00::" + Integer.toHexString(random.nextInt(0xffff));
                    default -> (1 + random.nextInt(9)) + ".9.9." + random.nextInt(256);
                  })
          .map(text -> IpAddressParser.read(text).orElseThrow())
          .toList();
    };
  }

  private static <T> Optional<T> admitted(Admission<T> admission) {
    try {
      return Optional.of(admission.tried());
    } catch (RequestBlockedException | IOException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<byte[]> special() {
    return Combinators.combine(
            Arbitraries.of(SPECIAL_FIRST_BYTES), Arbitraries.bytes().array(byte[].class).ofSize(4))
        .as(
            (first, bytes) -> {
              String[] numbers = first.split("\\.", -1);
              for (int i = 0; i < numbers.length; i++) {
                bytes[i] = (byte) Integer.parseInt(numbers[i]);
              }
              return bytes;
            });
  }

  @Provide
  Arbitrary<Spelling> spellings() {
    return Arbitraries.of(Spelling.class);
  }

  @Provide
  Arbitrary<String> urls() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "http://",
            "https://",
            "HTTP://",
            "http:",
            "//",
            "/",
            "\\",
            "@",
            ":",
            ":80",
            ":443",
            ":22",
            "?",
            "#",
            "%",
            "%40",
            "%2e",
            "%00",
            ".",
            "..",
            "[",
            "]",
            "[::1]",
            "[::ffff:1.1.1.1]",
            "[2606:4700::1111]",
            "[fe80::1%25lo]",
            "127.0.0.1",
            "8.8.8.8",
            "127.1",
            "0x7f",
            "017",
            "2130706433",
            "example.org",
            "localhost",
            "a",
            "1",
            "-",
            "_",
            "xn--",
            "xn--bcher-kva",
            "b\u00fccher",
            "\u3002",
            "\uff0e",
            "\uff61",
            "\u2024",
            "\uff11",
            "\u2460",
            "\u00ad",
            "\u200b",
            "\u2028",
            "\ufeff",
            "\u1fef",
            "\u037e",
            "\u202e",
            "\uff0f",
            "\uff20",
            "\ud83d\ude00",
            "\ud800",
            "\t",
            "\r\n",
            " ",
            "\0",
            ";",
            "&",
            "=",
            "~",
            "*");
    Arbitrary<String> joined = pieces.list().ofMaxSize(8).map(it -> String.join("", it));
    Arbitrary<String> schemes = Arbitraries.of("http://", "https://", "//");
    Arbitrary<String> hosts =
        Arbitraries.strings().withChars("abz019.-:[]xX\u00fc\u3002\u00df\u0130").ofMaxLength(12);
    return Arbitraries.oneOf(
        joined,
        Combinators.combine(schemes, joined).as(String::concat),
        Combinators.combine(schemes, hosts, joined).as((s, h, rest) -> s + h + "/" + rest),
        Combinators.combine(schemes, Arbitraries.strings().ofMaxLength(20)).as(String::concat),
        Arbitraries.strings().ofMaxLength(40));
  }

  private interface Admission<T> {
    T tried() throws RequestBlockedException, IOException;
  }

  /** Spellings of URLs whose host some program reads as an IPv4 address. */
  private enum Spelling {
    DOTTED("%1$d.%2$d.%3$d.%4$d"),
    DOTTED_WITH_PORT("%1$d.%2$d.%3$d.%4$d:80"),
    TRAILING_DOT("%1$d.%2$d.%3$d.%4$d."),
    ZEROS("%1$03d.%2$03d.%3$03d.%4$04d"),
    OCTAL("0%1$o.0%2$o.0%3$o.0%4$o"),
    HEX("0x%1$x.0x%2$x.0x%3$x.0x%4$x"),
    CAPITAL_HEX("0X%1$X.0X%2$X.0X%3$X.0X%4$X"),
    MIXED("%1$d.0x%2$x.0%3$o.%4$d"),
    THREE_PARTS("%1$d.%2$d.%6$d"),
    TWO_PARTS("%1$d.%7$d"),
    WHOLE("%5$d"),
    WHOLE_HEX("0x%5$x"),
    WHOLE_OCTAL("0%5$o"),
    MAPPED("[::ffff:%1$d.%2$d.%3$d.%4$d]"),
    MAPPED_HEX("[::FFFF:%1$02x%2$02x:%3$02X%4$02X]"),
    MAPPED_LONG("[0:0:0:0:0:ffff:%1$02x%2$02x:%3$02x%4$02x]"),
    COMPATIBLE("[::%1$02x%2$02x:%3$02x%4$02x]"),
    TRANSLATED("[64:ff9b::%1$d.%2$d.%3$d.%4$d]"),
    TRANSLATED_LOCALLY("[64:ff9b:1::%1$d.%2$d.%3$d.%4$d]"),
    SIX_TO_FOUR("[2002:%1$02x%2$02x:%3$02x%4$02x::1]"),
    TEREDO("[2001:0:%1$02x%2$02x:%3$02x%4$02x::1]"),
    ZONED("[::ffff:%1$d.%2$d.%3$d.%4$d%%25lo]"),
    IDEOGRAPHIC_DOTS("%1$d\u3002%2$d\u3002%3$d\u3002%4$d"),
    FULL_WIDTH_DOTS("%1$d\uff0e%2$d\uff0e%3$d\uff0e%4$d"),
    HALF_WIDTH_DOTS("%1$d\uff61%2$d\uff61%3$d\uff61%4$d"),
    PERCENT_DOTS("%1$d%%2e%2$d%%2e%3$d%%2e%4$d"),
    AFTER_A_USER("example.org@%1$d.%2$d.%3$d.%4$d"),
    AFTER_A_USER_WITH_PORT("example.org:80@%1$d.%2$d.%3$d.%4$d"),
    AFTER_A_BACKSLASH("%1$d.%2$d.%3$d.%4$d\\@example.org"),
    AFTER_A_TAB("\t%1$d.%2$d.%3$d.%4$d"),
    A_NAME("resolves-to-%1$d-%2$d-%3$d-%4$d.example");

    private final String format;

    Spelling(String format) {
      this.format = format;
    }

    String of(byte[] b) {
      int last2 = ((b[2] & 0xff) << 8) | (b[3] & 0xff);
      int last3 = ((b[1] & 0xff) << 16) | last2;
      long whole = ((b[0] & 0xffL) << 24) | last3;
      return "http://"
          + format.formatted(
              b[0] & 0xff, b[1] & 0xff, b[2] & 0xff, b[3] & 0xff, whole, last2, last3)
          + "/";
    }
  }
}

package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools connect only to public addresses and to those that the operator allows. */
class AddressFilterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0.0.0.0              | this network
          0.255.255.255        | this network
          10.0.0.0             | private
          10.255.255.255       | private
          100.64.0.0           | carriers
          100.127.255.255      | carriers
          100.100.100.200      | metadata
          127.0.0.1            | loopback
          127.255.255.255      | loopback
          168.63.129.16        | metadata
          169.254.0.1          | link-local
          169.254.169.254      | metadata
          169.254.170.2        | credentials
          172.16.0.0           | private
          172.31.255.255       | private
          192.0.0.8            | protocol assignments
          192.0.0.192          | metadata
          192.0.2.1            | documentation
          192.88.99.1          | 6to4
          192.168.0.0          | private
          192.168.255.255      | private
          198.18.0.0           | benchmarking
          198.19.255.255       | benchmarking
          198.51.100.7         | documentation
          203.0.113.7          | documentation
          224.0.0.1            | multicast
          239.255.255.255      | multicast
          240.0.0.1            | reserved
          255.255.255.255      | broadcast
          ::                   | unspecified
          ::1                  | loopback
          ::7f00:1             | IPv4-compatible
          ::8.8.8.8            | IPv4-compatible
          ::ffff:127.0.0.1     | IPv4-mapped
          ::ffff:8.8.8.8       | IPv4-mapped
          ::ffff:0:127.0.0.1   | IPv4-translated
          64:ff9b::a9fe:a9fe   | translation
          64:ff9b:1::10.0.0.1  | translation
          100::1               | discard
          1::1                 | unassigned
          2001::1              | Teredo
          2001:2::1            | protocol assignments
          2001:10::1           | protocol assignments
          2001:1ff:ffff::      | protocol assignments
          2001:db8::1          | documentation
          2002:7f00:1::        | 6to4
          3fff::1              | documentation
          3fff:fff:ffff::      | documentation
          4000::1              | unassigned
          5f00::1              | segment routing
          8000::1              | unassigned
          fc00::1              | unique-local
          fd00:ec2::254        | metadata
          fd20:ce::254         | metadata
          fdff:ffff::1         | unique-local
          fe80::1              | link-local
          febf:ffff::1         | link-local
          fec0::1              | site-local
          ff02::1              | multicast
          """)
  void refusesAddressesThatAreNotPublic(String address, String meaning) {
    assertThat(AddressFilter.PUBLIC.refusal(literal(address)).orElse("nothing")).contains(meaning);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.0.0.0",
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.15",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "191.255.255.255",
        "192.0.1.0",
        "192.0.3.0",
        "192.88.98.255",
        "192.88.100.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "198.51.99.255",
        "198.51.101.0",
        "203.0.112.255",
        "203.0.114.0",
        "223.255.255.255",
        "2000::1",
        "2001:200::1",
        "2001:db7:ffff::1",
        "2001:db9::1",
        "2003::1",
        "2606:4700:4700::1111",
        "2a00:1450:4001:81b::200e",
        "3ffe:ffff::1",
        "3fff:1000::1"
      })
  void allowsPublicAddresses(String address) {
    assertThat(AddressFilter.PUBLIC.refusal(literal(address))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.1.2.3, 11.0.0.1",
    "127.0.0.1/32, 127.0.0.1, 127.0.0.2",
    "::1/128, ::1, fd00::1",
    "fc00::/7, fd00::1, fe80::1",
    "0.0.0.0/0, 192.168.1.1, ::1"
  })
  void opensOnlyTheNetworksThatTheOperatorAllows(String network, String inside, String outside) {
    var rules = new AddressFilter(List.of(IpNetwork.of(network)));

    assertThat(rules.refusal(literal(inside))).isEmpty();
    assertThat(rules.refusal(literal(outside)))
        .isEqualTo(AddressFilter.PUBLIC.refusal(literal(outside)));
  }

  @ParameterizedTest
  @CsvSource({
    "8.8.0.0/16, 8.8.4.4, 8.9.0.1",
    "2600::/16, 2600::1, 2601::1",
    "10.0.0.0/8, 10.1.2.3, 9.9.9.9",
  })
  void closesDeniedNetworksEvenIfPublicOrAllowed(String network, String inside, String outside) {
    var rules =
        new AddressFilter(List.of(IpNetwork.of("10.0.0.0/8")), List.of(IpNetwork.of(network)));

    assertThat(rules.refusal(literal(inside)))
        .contains("a network that this server's configuration denies");
    assertThat(rules.refusal(literal(outside))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
        "0.0.0.0",
        "255.255.255.255",
        "224.0.0.1",
        "::",
        "::ffff:10.0.0.1",
        "::10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::1",
        "2002:a00:1::",
        "2001:0:1::",
        "ff02::1"
      })
  void neverOpensSomeNetworks(String address) {
    var everything = new AddressFilter(List.of(IpNetwork.of("0.0.0.0/0"), IpNetwork.of("::/0")));

    assertThat(everything.refusal(literal(address))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/08", "10.0/16",
        "010.0.0.0/8", "::/129", "fc00::1/7", "[::]/0", "fe80::%1/10", "intranet/8", "::/-1",
        "10.0.0.0/8/8", "/8", "::/999"
      })
  void refusesATextThatIsNotANetwork(String cidr) {
    assertThatThrownBy(() -> IpNetwork.of(cidr))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("network");
  }

  @Property(tries = 3000)
  void refusesEachAddressOfASpecialNetwork(
      @ForAll("special") SpecialPurposeNetwork in, @ForAll long seed) throws UnknownHostException {
    InetAddress address = anyOf(in.network(), new Random(seed));

    assertThat(in.network().contains(address)).isTrue();
    assertThat(AddressFilter.PUBLIC.refusal(address)).isPresent();
  }

  @Property(tries = 5000)
  void agreesWithAnIndependentCheck(@ForAll("addresses") InetAddress address) {
    assertThat(AddressFilter.PUBLIC.refusal(address).isEmpty())
        .as(address.getHostAddress())
        .isEqualTo(PlainAddresses.isPublic(address));
  }

  @Property
  void aZoneChangesNothing(@ForAll @Size(16) byte[] bytes) throws UnknownHostException {
    assertThat(AddressFilter.PUBLIC.refusal(Inet6Address.getByAddress(null, bytes, 3)))
        .isEqualTo(AddressFilter.PUBLIC.refusal(Inet6Address.getByAddress(null, bytes, -1)));
  }

  @Provide
  Arbitrary<SpecialPurposeNetwork> special() {
    return Arbitraries.of(SpecialPurposeNetwork.all());
  }

  /** Arbitrary addresses, and those at and next to the ends of the special-purpose networks. */
  @Provide
  Arbitrary<InetAddress> addresses() {
    Arbitrary<InetAddress> anything =
        Arbitraries.oneOf(bytes(4), bytes(16)).map(AddressFilterTest::address);
    Arbitrary<InetAddress> atTheEnds =
        Arbitraries.of(SpecialPurposeNetwork.all())
            .flatMap(in -> Arbitraries.of(-1, 0, 1).map(by -> beside(in.network(), by)));
    return Arbitraries.oneOf(anything, atTheEnds);
  }

  private static Arbitrary<byte[]> bytes(int size) {
    return Arbitraries.bytes().array(byte[].class).ofSize(size);
  }

  /** Returns the address before the first (-1), the last (0) or the one after it (1). */
  private static InetAddress beside(IpNetwork network, int by) {
    int size = network.first().getAddress().length;
    BigInteger first = new BigInteger(1, network.first().getAddress());
    BigInteger count = BigInteger.ONE.shiftLeft(size * 8 - network.bits());
    BigInteger number =
        by < 0
            ? first.subtract(BigInteger.ONE)
            : first.add(count).subtract(BigInteger.ONE).add(BigInteger.valueOf(by));
    return address(number.mod(BigInteger.ONE.shiftLeft(size * 8)), size);
  }

  private static InetAddress anyOf(IpNetwork network, Random random) {
    int size = network.first().getAddress().length;
    BigInteger offset = new BigInteger(size * 8 - network.bits(), random);
    return address(new BigInteger(1, network.first().getAddress()).or(offset), size);
  }

  private static InetAddress address(BigInteger number, int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = number.shiftRight((size - 1 - i) * 8).byteValue();
    }
    return address(bytes);
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return bytes.length == 16
          ? Inet6Address.getByAddress(null, bytes, -1) // leaves mapped addresses unchanged
          : InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private static InetAddress literal(String text) {
    return IpAddressParser.read(text).orElseThrow();
  }
}

package dev.reprise.web;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of IP addresses, written like {@code 10.0.0.0/8} or {@code fc00::/7}.
 *
 * <p>IPv4 and IPv6 are separate: no block of one contains an address of the other, not even a
 * mapped one.
 *
 * @param first the lowest address
 * @param bits the number of leading bits that all addresses share: up to 32 in IPv4, 128 in IPv6
 */
record IpNetwork(InetAddress first, int bits) {

  private static final Pattern CIDR = Pattern.compile("(?<first>[^/]+)/(?<bits>0|[1-9]\\d{0,2})");

  IpNetwork {
    int free = first.getAddress().length * 8 - bits;
    if (bits < 0 || free < 0) {
      throw new IllegalArgumentException(
          "%s/%d: a network must have 0 to 32 bits in IPv4, 0 to 128 in IPv6"
              .formatted(first.getHostAddress(), bits));
    }
    BigInteger number = number(first);
    if (number.signum() != 0 && number.getLowestSetBit() < free) {
      throw new IllegalArgumentException(
          "%s/%d: the address of a network must be 0 after its %d bits"
              .formatted(first.getHostAddress(), bits, bits));
    }
  }

  /**
   * Reads a network.
   *
   * @throws IllegalArgumentException if it is not a network, or has bits set after its prefix
   */
  static IpNetwork of(String cidr) {
    Matcher matcher = CIDR.matcher(cidr);
    Optional<InetAddress> first =
        matcher.matches() ? IpAddressParser.read(matcher.group("first")) : Optional.empty();
    return new IpNetwork(
        first.orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' must be a network such as 10.0.0.0/8 or fc00::/7".formatted(cidr))),
        Integer.parseInt(matcher.group("bits")));
  }

  boolean contains(InetAddress address) {
    int size = address.getAddress().length;
    return size == first.getAddress().length
        && number(address).xor(number(first)).shiftRight(size * 8 - bits).signum() == 0;
  }

  private static BigInteger number(InetAddress address) {
    return new BigInteger(1, address.getAddress());
  }
}

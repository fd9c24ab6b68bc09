package dev.reprise.web;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of IP addresses, written like {@code 10.0.0.0/8} or {@code fc00::/7}.
 *
 * <p>IPv4 and IPv6 are worlds of their own: no block of the one contains an address of the other,
 * not even one that is mapped.
 *
 * @param first the lowest address
 * @param bits how many leading bits all its addresses share: up to 32 in IPv4, 128 in IPv6
 */
record IpNetwork(InetAddress first, int bits) {

  private static final Pattern CIDR = Pattern.compile("(?<first>[^/]+)/(?<bits>0|[1-9]\\d{0,2})");

  IpNetwork {
    int free = first.getAddress().length * 8 - bits;
    if (bits < 0 || free < 0) {
      throw new IllegalArgumentException(
          "%s/%d: an IPv4 network has 0 to 32 bits, one of IPv6 0 to 128"
              .formatted(first.getHostAddress(), bits));
    }
    BigInteger number = number(first);
    if (number.signum() != 0 && number.getLowestSetBit() < free) {
      throw new IllegalArgumentException(
          "%s/%d: a network begins with an address that is 0 behind its %d bits"
              .formatted(first.getHostAddress(), bits, bits));
    }
  }

  /**
   * Reads a network.
   *
   * @throws IllegalArgumentException if it is none, or has bits set behind its prefix
   */
  static IpNetwork of(String cidr) {
    Matcher matcher = CIDR.matcher(cidr);
    Optional<InetAddress> first =
        matcher.matches() ? IpAddressParser.read(matcher.group("first")) : Optional.empty();
    return new IpNetwork(
        first.orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is no network; one is written like 10.0.0.0/8 or fc00::/7"
                        .formatted(cidr))),
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

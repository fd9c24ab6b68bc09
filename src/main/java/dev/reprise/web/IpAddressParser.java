package dev.reprise.web;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads IP addresses from text. It never looks up a name.
 *
 * <p>IPv4 has one spelling here: four decimal numbers. Other spellings that C libraries accept,
 * such as {@code 0177.1} or {@code 2130706433}, are not addresses.
 */
final class IpAddressParser {

  private static final String NUMBER = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
  private static final Pattern V4 = Pattern.compile(NUMBER + "(?:\\." + NUMBER + "){3}");

  /** Zones as in {@code fe80::1%eth0}, which select a network interface, are not accepted. */
  private static final Pattern V6 = Pattern.compile("(?=.*:)[0-9A-Fa-f:.]{2,45}");

  private IpAddressParser() {}

  /** Returns the address in a text without brackets, or empty if the text is not an address. */
  static Optional<InetAddress> read(String text) {
    if (V4.matcher(text).matches()) {
      return Optional.of(parsed(text));
    }
    return V6.matcher(text).matches() ? v6(text) : Optional.empty();
  }

  private static Optional<InetAddress> v6(String text) {
    try {
      InetAddress address =
          InetAddress.getAllByName("[" + text + "]")[0]; // parses the literal without a lookup
      return Optional.of(address instanceof Inet4Address v4 ? mapped(v4) : address);
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /**
   * Restores the IPv6 form: the JDK turns {@code ::ffff:1.2.3.4} into IPv4, which hides how it was
   * written.
   */
  private static InetAddress mapped(Inet4Address v4) throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[10] = (byte) 0xff;
    bytes[11] = (byte) 0xff;
    System.arraycopy(v4.getAddress(), 0, bytes, 12, 4);
    return Inet6Address.getByAddress(null, bytes, -1);
  }

  private static InetAddress parsed(String v4) {
    try {
      return InetAddress.getAllByName(v4)[0];
    } catch (UnknownHostException e) {
      throw new IllegalStateException(v4 + " must be an address for the JDK too", e);
    }
  }
}

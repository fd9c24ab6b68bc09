package dev.reprise.api.identity;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the address of one end of a connection tells, without asking any name server about it. */
final class ClientAddress {

  private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.[0-9]{1,3}){3}");
  private static final Pattern V6 = Pattern.compile("(?=.*:)[0-9A-Fa-f:.]{2,45}");

  /** How many bytes of an address of IPv6 stand for one network, all of which one person has. */
  private static final int NETWORK_BYTES = 8;

  private ClientAddress() {}

  /** Returns whether an address is of this machine only. */
  static boolean isLoopback(String address) {
    return LOOPBACK_V4.matcher(address).matches()
        || v6(address).filter(InetAddress::isLoopbackAddress).isPresent();
  }

  /** Returns what one person cannot easily have many of: the address, or of IPv6 its network. */
  static String network(String address) {
    return v6(address)
        .map(InetAddress::getAddress)
        .filter(bytes -> bytes.length > NETWORK_BYTES) // one of IPv4 may be written as one of IPv6
        .map(bytes -> HexFormat.of().formatHex(Arrays.copyOf(bytes, NETWORK_BYTES)))
        .orElse(address);
  }

  private static Optional<InetAddress> v6(String address) {
    String withoutZone = address.split("%", 2)[0];
    if (!V6.matcher(withoutZone).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(withoutZone)); // no name has a colon
    } catch (UnknownHostException noAddress) {
      return Optional.empty();
    }
  }
}

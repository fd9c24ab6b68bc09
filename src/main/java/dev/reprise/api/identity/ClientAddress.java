package dev.reprise.api.identity;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** Facts about the address of one end of a connection, without a query to a name server. */
final class ClientAddress {

  private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.[0-9]{1,3}){3}");
  private static final Pattern V6 = Pattern.compile("(?=.*:)[0-9A-Fa-f:.]{2,45}");

  /** How many bytes of an IPv6 address are the network, all of which one person may have. */
  private static final int NETWORK_BYTES = 8;

  private ClientAddress() {}

  /** Returns whether an address is local to this machine. */
  static boolean isLoopback(String address) {
    return LOOPBACK_V4.matcher(address).matches()
        || v6(address).filter(InetAddress::isLoopbackAddress).isPresent();
  }

  /** Returns the address, or the network of an IPv6 address: one person can hardly have many. */
  static String network(String address) {
    return v6(address)
        .map(InetAddress::getAddress)
        .filter(bytes -> bytes.length > NETWORK_BYTES) // an IPv4 address may be written as IPv6
        .map(bytes -> HexFormat.of().formatHex(Arrays.copyOf(bytes, NETWORK_BYTES)))
        .orElse(address);
  }

  private static Optional<InetAddress> v6(String address) {
    String withoutZone = address.split("%", 2)[0];
    if (!V6.matcher(withoutZone).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(withoutZone)); // not a name: names have no colon
    } catch (UnknownHostException noAddress) {
      return Optional.empty();
    }
  }
}

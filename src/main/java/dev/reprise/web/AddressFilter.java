package dev.reprise.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The IP addresses that agents' requests may connect to: the public internet, and the networks that
 * the operator allows, for example for an intranet or a test.
 *
 * <p>A network that the operator denies is closed in every case. An example is the public addresses
 * of the operator's own network, where an intranet answers to requests from inside.
 *
 * <p>Allowing a network never opens addresses that are no destination, embed another address or
 * give out keys: an operator who allows {@code 169.254.0.0/16} does not allow the metadata service
 * in it.
 *
 * @param allowed special-purpose networks that are open; none by default
 * @param denied networks that are closed, even if public or allowed; none by default
 */
record AddressFilter(List<IpNetwork> allowed, List<IpNetwork> denied) {

  static final AddressFilter PUBLIC = new AddressFilter(List.of());

  AddressFilter {
    allowed = List.copyOf(allowed);
    denied = List.copyOf(denied);
  }

  /** Creates a filter without denied networks. */
  AddressFilter(List<IpNetwork> allowed) {
    this(allowed, List.of());
  }

  /** Returns the kind of network of an address that is closed; empty if the address is open. */
  Optional<String> refusal(InetAddress address) {
    if (isIn(denied, address)) {
      return Optional.of("a network that this server's configuration denies");
    }
    return SpecialPurposeNetwork.of(address)
        .filter(special -> !special.mayBeAllowed() || !isIn(allowed, address))
        .map(SpecialPurposeNetwork::meaning);
  }

  /** Returns whether the operator has opened a network that has this address. */
  boolean opens(InetAddress address) {
    return isIn(allowed, address);
  }

  private static boolean isIn(List<IpNetwork> networks, InetAddress address) {
    return networks.stream().anyMatch(network -> network.contains(address));
  }
}

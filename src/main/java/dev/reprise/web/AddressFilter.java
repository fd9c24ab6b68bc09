package dev.reprise.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Which IP addresses agents may have connected to: the public internet, and the networks that the
 * operator allows, for an intranet or a test.
 *
 * <p>What the operator denies is closed whatever else holds: public addresses of the own network,
 * say, where an intranet answers to those who ask from within.
 *
 * <p>Allowing a network never opens what is no place at all, hides another address or has keys: an
 * operator who allows {@code 169.254.0.0/16} has not allowed the metadata service in it.
 *
 * @param allowed special networks that are open; none by default
 * @param denied networks that are closed, be they public or allowed; none by default
 */
record AddressFilter(List<IpNetwork> allowed, List<IpNetwork> denied) {

  static final AddressFilter PUBLIC = new AddressFilter(List.of());

  AddressFilter {
    allowed = List.copyOf(allowed);
    denied = List.copyOf(denied);
  }

  /** Denies nothing that is not closed anyway. */
  AddressFilter(List<IpNetwork> allowed) {
    this(allowed, List.of());
  }

  /** Returns in what kind of network an address is that may not be connected to, else empty. */
  Optional<String> refusal(InetAddress address) {
    if (isIn(denied, address)) {
      return Optional.of("a network that this server is configured to stay out of");
    }
    return SpecialPurposeNetwork.of(address)
        .filter(special -> !special.mayBeAllowed() || !isIn(allowed, address))
        .map(SpecialPurposeNetwork::meaning);
  }

  private static boolean isIn(List<IpNetwork> networks, InetAddress address) {
    return networks.stream().anyMatch(network -> network.contains(address));
  }
}

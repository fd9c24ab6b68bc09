package dev.reprise.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Which IP addresses agents may have connected to: the public internet, and the networks that the
 * operator allows, for an intranet or a test.
 *
 * <p>Allowing a network never opens what is no place at all, hides another address or has keys: an
 * operator who allows {@code 169.254.0.0/16} has not allowed the metadata service in it.
 *
 * @param allowed special networks that are open; none by default
 */
record AddressRules(List<IpNetwork> allowed) {

  static final AddressRules PUBLIC = new AddressRules(List.of());

  AddressRules {
    allowed = List.copyOf(allowed);
  }

  /** Returns in what kind of network an address is that may not be connected to, else empty. */
  Optional<String> refusal(InetAddress address) {
    return SpecialNetwork.of(address)
        .filter(special -> !special.mayBeAllowed() || !isAllowed(address))
        .map(SpecialNetwork::meaning);
  }

  private boolean isAllowed(InetAddress address) {
    return allowed.stream().anyMatch(network -> network.contains(address));
  }
}

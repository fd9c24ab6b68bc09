package dev.reprise.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * A part of the address space that is not the public internet.
 *
 * <p>The table follows the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC
 * 8190), as of October 2025, without the exceptions within {@code 192.0.0.0/24} and {@code
 * 2001::/23}, which have no web servers. Of IPv6 only the block that IANA assigns, {@code
 * 2000::/3}, is public. The table also has multicast, IPv6 addresses that embed an IPv4 address,
 * and the metadata services of clouds, which give keys to any caller. Tested by {@code
 * AddressFilterTest}.
 *
 * @param meaning what the network is for; it reads as a sentence after "in"
 * @param mayBeAllowed whether an operator can open it; false for addresses that are no destination,
 *     embed another address or give out keys
 */
record SpecialPurposeNetwork(IpNetwork network, String meaning, boolean mayBeAllowed) {

  /** The first network that contains an address counts, so narrower networks come first. */
  private static final List<SpecialPurposeNetwork> ALL =
      List.of(
          closed("169.254.169.254/32", "the metadata service of a cloud"),
          closed("169.254.170.2/32", "the credentials of a container (AWS ECS)"),
          closed("169.254.170.23/32", "the credentials of a pod (AWS EKS)"),
          closed("168.63.129.16/32", "the metadata service of a cloud (Azure)"),
          closed("100.100.100.200/32", "the metadata service of a cloud (Alibaba)"),
          closed("192.0.0.192/32", "the metadata service of a cloud (Oracle)"),
          closed("fd00:ec2::254/128", "the metadata service of a cloud (AWS)"),
          closed("fd00:ec2::23/128", "the credentials of a pod (AWS EKS)"),
          closed("fd20:ce::254/128", "the metadata service of a cloud (Google)"),
          closed("0.0.0.0/8", "this network (RFC 791)"),
          local("10.0.0.0/8", "a private network (RFC 1918)"),
          local("100.64.0.0/10", "the shared address space of carriers (RFC 6598)"),
          local("127.0.0.0/8", "the loopback network (RFC 1122)"),
          local("169.254.0.0/16", "the link-local network (RFC 3927)"),
          local("172.16.0.0/12", "a private network (RFC 1918)"),
          local("192.0.0.0/24", "IETF protocol assignments (RFC 6890)"),
          local("192.0.2.0/24", "a network for documentation (RFC 5737)"),
          local("192.88.99.0/24", "the 6to4 relay network (RFC 7526)"),
          local("192.168.0.0/16", "a private network (RFC 1918)"),
          local("198.18.0.0/15", "the benchmarking network (RFC 2544)"),
          local("198.51.100.0/24", "a network for documentation (RFC 5737)"),
          local("203.0.113.0/24", "a network for documentation (RFC 5737)"),
          closed("224.0.0.0/4", "multicast (RFC 5771)"),
          closed("255.255.255.255/32", "limited broadcast (RFC 919)"),
          local("240.0.0.0/4", "reserved space (RFC 1112)"),
          closed("::/128", "the unspecified address (RFC 4291)"),
          local("::1/128", "the loopback network (RFC 4291)"),
          closed("::/96", "IPv4-compatible IPv6 (RFC 4291)"),
          closed("::ffff:0:0/96", "IPv4-mapped IPv6 (RFC 4291)"),
          closed("::ffff:0:0:0/96", "IPv4-translated IPv6 (RFC 2765)"),
          closed("64:ff9b::/96", "IPv4/IPv6 translation (RFC 6052)"),
          closed("64:ff9b:1::/48", "local IPv4/IPv6 translation (RFC 8215)"),
          local("100::/64", "the discard-only network (RFC 6666)"),
          closed("2001::/32", "Teredo, which carries IPv4 (RFC 4380)"),
          local("2001::/23", "IETF protocol assignments (RFC 2928)"),
          local("2001:db8::/32", "a network for documentation (RFC 3849)"),
          closed("2002::/16", "6to4, which carries IPv4 (RFC 3056)"),
          local("3fff::/20", "a network for documentation (RFC 9637)"),
          local("5f00::/16", "segment routing (RFC 9602)"),
          local("fc00::/7", "a unique-local network (RFC 4193)"),
          local("fe80::/10", "the link-local network (RFC 4291)"),
          local("fec0::/10", "a site-local network (RFC 3879)"),
          closed("ff00::/8", "multicast (RFC 4291)"),
          local("::/3", "unassigned IPv6 (RFC 4291)"),
          local("4000::/2", "unassigned IPv6 (RFC 4291)"),
          local("8000::/1", "unassigned IPv6 (RFC 4291)"));

  /** Returns the network of an address, or empty for the public internet. */
  static Optional<SpecialPurposeNetwork> of(InetAddress address) {
    return ALL.stream().filter(it -> it.network.contains(address)).findFirst();
  }

  /** Returns all networks, narrower ones before wider ones. */
  static List<SpecialPurposeNetwork> all() {
    return ALL;
  }

  private static SpecialPurposeNetwork closed(String cidr, String meaning) {
    return new SpecialPurposeNetwork(IpNetwork.of(cidr), meaning, false);
  }

  private static SpecialPurposeNetwork local(String cidr, String meaning) {
    return new SpecialPurposeNetwork(IpNetwork.of(cidr), meaning, true);
  }
}

package dev.reprise.web;

import java.net.InetAddress;
import java.util.List;

/**
 * Where a request may go: what {@link SsrfGuard} lets through. Connect to one of these addresses,
 * and use the name of the host only for TLS and the {@code Host} header; to look the name up again
 * is to trust whoever answers the second time.
 *
 * @param addresses all checked, at least 1, in the order in which to try them; without zones
 * @param redirects how many led here; 0 for what the agent asked for
 */
record ResolvedTarget(WebUrl url, List<InetAddress> addresses, int redirects) {

  ResolvedTarget {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("a destination has an address");
    }
  }
}

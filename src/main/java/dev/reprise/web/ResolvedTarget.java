package dev.reprise.web;

import java.net.InetAddress;
import java.util.List;

/**
 * A target that {@link SsrfGuard} has allowed. Connect to one of these addresses, and use the name
 * of the host only for TLS and the {@code Host} header. A second lookup of the name would trust the
 * answer of a name server unchecked.
 *
 * @param addresses at least one, all checked, in the order of attempts; without zones
 * @param redirects the number of redirects that led here; 0 for the agent's own URL
 */
record ResolvedTarget(WebUrl url, List<InetAddress> addresses, int redirects) {

  ResolvedTarget {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("a target must have an address");
    }
  }
}

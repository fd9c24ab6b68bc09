package dev.reprise.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Guards agents' requests to the web against server-side request forgery. Any URL that a model
 * writes, or that a server redirects to, either leads to a {@link ResolvedTarget} of allowed
 * addresses or is refused.
 *
 * <p>Each name is looked up once, and connections use the addresses that were checked, so a name
 * server that answers differently the next time gains nothing. If one address of a name is refused,
 * the name is refused. The model reads a refusal without the address, which would reveal the
 * structure of the intranet.
 *
 * <p>{@link PinnedConnector} does the other half: it connects to these addresses and no others.
 *
 * @param hosts the allowed hosts
 * @param ports the allowed ports; usually {@link #WEB_PORTS}
 * @param addresses the allowed addresses
 * @param plainHttp where requests may go without TLS
 */
record SsrfGuard(
    HostAllowlist hosts,
    Set<Integer> ports,
    AddressFilter addresses,
    Resolver resolver,
    PlainHttp plainHttp) {

  /** Where requests may go without TLS. */
  enum PlainHttp {
    ANYWHERE,
    /** Only to networks that the operator has opened. */
    IN_OPEN_NETWORKS
  }

  static final Set<Integer> WEB_PORTS = Set.of(80, 443);
  static final int MAX_REDIRECTS = 5;

  SsrfGuard {
    ports = Set.copyOf(ports);
  }

  /** Creates a guard that allows requests without TLS. */
  SsrfGuard(HostAllowlist hosts, Set<Integer> ports, AddressFilter addresses, Resolver resolver) {
    this(hosts, ports, addresses, resolver, PlainHttp.ANYWHERE);
  }

  /** Returns a guard that also requires this list to allow the host. */
  SsrfGuard narrowedTo(HostAllowlist only) {
    return new SsrfGuard(hosts.and(only), ports, addresses, resolver, plainHttp);
  }

  /**
   * Checks a URL.
   *
   * @throws RequestBlockedException {@code invalid_url} if the text is not a URL or is ambiguous,
   *     {@code host_not_allowed}, {@code port_not_allowed}, {@code address_not_allowed}, {@code
   *     https_required}
   * @throws IOException if the name of the host cannot be looked up
   */
  ResolvedTarget check(String url) throws RequestBlockedException, IOException {
    return check(WebUrl.of(url), 0);
  }

  /**
   * Checks a redirect by the rules of a first request.
   *
   * @param location as the server wrote it, absolute or relative
   * @throws RequestBlockedException as from {@link #check}, and {@code redirect_not_allowed} if
   *     there are too many redirects or this one leaves TLS
   * @throws IOException if the name of the host cannot be looked up
   */
  ResolvedTarget follow(ResolvedTarget from, String location)
      throws RequestBlockedException, IOException {
    if (from.redirects() == MAX_REDIRECTS) {
      throw WebUrl.failure(
          "redirect_not_allowed", location, "at most %d redirects".formatted(MAX_REDIRECTS));
    }
    WebUrl to = from.url().redirectedTo(location);
    if (from.url().scheme().equals("https") && to.scheme().equals("http")) {
      throw WebUrl.failure("redirect_not_allowed", location, "no redirect from https to http");
    }
    return check(to, from.redirects() + 1);
  }

  private ResolvedTarget check(WebUrl url, int redirects)
      throws RequestBlockedException, IOException {
    if (!hosts.allows(url.host())) {
      throw refused("host_not_allowed", url, "allowed hosts are " + hosts);
    }
    if (!ports.contains(url.port())) {
      throw refused("port_not_allowed", url, "allowed ports are " + new TreeSet<>(ports));
    }
    return new ResolvedTarget(url, checkedAddresses(url), redirects);
  }

  private List<InetAddress> checkedAddresses(WebUrl url)
      throws RequestBlockedException, IOException {
    String name = url.host().name();
    Optional<InetAddress> literal = url.host().literal();
    List<InetAddress> found = literal.isPresent() ? List.of(literal.get()) : resolver.resolve(name);
    if (found.isEmpty()) {
      throw new UnknownHostException(name);
    }
    List<InetAddress> checked = new ArrayList<>();
    for (InetAddress address : found) {
      Optional<String> refusal = addresses.refusal(address);
      if (refusal.isPresent()) {
        throw refused(
            "address_not_allowed",
            url,
            "its host is in %s, which is closed".formatted(refusal.get()));
      }
      if (needsTls(url) && !addresses.opens(address)) {
        throw refused(
            "https_required", url, "plain http is allowed only in networks that are opened for it");
      }
      checked.add(InetAddress.getByAddress(name, address.getAddress())); // without a zone
    }
    return checked;
  }

  private boolean needsTls(WebUrl url) {
    return plainHttp == PlainHttp.IN_OPEN_NETWORKS && url.scheme().equals("http");
  }

  private static RequestBlockedException refused(String code, WebUrl url, String reason) {
    return WebUrl.failure(code, url.toString(), reason);
  }
}

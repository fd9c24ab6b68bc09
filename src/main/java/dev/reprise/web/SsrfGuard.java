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
 * The border that requests of agents cross on their way to the web. It holds against server-side
 * request forgery: whatever URL a model writes, or a server redirects to, leads to the addresses of
 * a {@link ResolvedTarget}, all of them allowed, or is refused.
 *
 * <p>A name is looked up once, and the addresses that were judged are those to connect to, so a
 * name server that answers differently the next time gains nothing. If one of several addresses is
 * refused, so is the name. What is refused is told to the model without the address, which would
 * map the intranet for it.
 *
 * <p>{@link PinnedConnector} keeps the other half of the promise: it connects to these addresses
 * and to no others.
 *
 * @param hosts whom one may ask
 * @param ports at which ports; usually {@link #WEB_PORTS}
 * @param addresses where the names may lead
 */
record SsrfGuard(
    HostAllowlist hosts, Set<Integer> ports, AddressFilter addresses, Resolver resolver) {

  static final Set<Integer> WEB_PORTS = Set.of(80, 443);
  static final int MAX_REDIRECTS = 5;

  SsrfGuard {
    ports = Set.copyOf(ports);
  }

  /** Returns one that lets through what this one does and these rules allow. */
  SsrfGuard narrowedTo(HostAllowlist only) {
    return new SsrfGuard(hosts.and(only), ports, addresses, resolver);
  }

  /**
   * Lets a URL through.
   *
   * @throws RequestBlockedException {@code invalid_url} if it is none or ambiguous, {@code
   *     host_not_allowed}, {@code port_not_allowed}, {@code address_not_allowed}
   * @throws IOException if the name of the host cannot be looked up
   */
  ResolvedTarget check(String url) throws RequestBlockedException, IOException {
    return check(WebUrl.of(url), 0);
  }

  /**
   * Lets a redirect through by the same rules as a first request.
   *
   * @param location as the server wrote it, absolute or relative
   * @throws RequestBlockedException as from {@link #check}, and {@code redirect_not_allowed} if it
   *     is one too many or leaves TLS
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
    return new ResolvedTarget(url, judged(url), redirects);
  }

  private List<InetAddress> judged(WebUrl url) throws RequestBlockedException, IOException {
    String name = url.host().name();
    Optional<InetAddress> literal = url.host().literal();
    List<InetAddress> found = literal.isPresent() ? List.of(literal.get()) : resolver.resolve(name);
    if (found.isEmpty()) {
      throw new UnknownHostException(name);
    }
    List<InetAddress> judged = new ArrayList<>();
    for (InetAddress address : found) {
      Optional<String> refusal = addresses.refusal(address);
      if (refusal.isPresent()) {
        throw refused(
            "address_not_allowed",
            url,
            "its host is in %s, where tools may not go".formatted(refusal.get()));
      }
      judged.add(InetAddress.getByAddress(name, address.getAddress())); // with no zone
    }
    return judged;
  }

  private static RequestBlockedException refused(String code, WebUrl url, String reason) {
    return WebUrl.failure(code, url.toString(), reason);
  }
}

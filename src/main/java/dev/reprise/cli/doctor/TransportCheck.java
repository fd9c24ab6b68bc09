package dev.reprise.cli.doctor;

import java.util.List;
import java.util.Set;

/** Plain HTTP to another machine shows the login to everybody on the way. */
final class TransportCheck implements Check {

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  @Override
  public String subject() {
    return "the connection";
  }

  @Override
  public List<Finding> findings(ServerState server) {
    return server.address().getScheme().equals("http")
            && !THIS_MACHINE.contains(server.address().getHost())
        ? List.of(
            Finding.error(
                "The login goes to %s unencrypted.".formatted(server.address()),
                "Use https://%s in --server, REPRISE_SERVER or the profile."
                    .formatted(server.address().getHost())))
        : List.of();
  }
}

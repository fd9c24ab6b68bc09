package dev.reprise.cli.doctor;

import java.util.List;

/** A server in maintenance works on no runs, perhaps for longer than intended. */
final class MaintenanceCheck implements Check {

  @Override
  public String subject() {
    return "maintenance";
  }

  @Override
  public List<Finding> findings(ServerState server) {
    String reason = server.ready().data("database", "maintenance");
    return reason.isEmpty()
        ? List.of()
        : List.of(
            Finding.warning(
                "The server is in maintenance, so it works on no runs: %s".formatted(reason),
                "Once it may work again: 'reprise maintenance list' has the ID, 'reprise maintenance"
                    + " end ID' ends it."));
  }
}

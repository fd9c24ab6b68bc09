package dev.reprise.cli.doctor;

import java.util.List;

/** A server whose database does not answer can do nothing. */
final class DatabaseCheck implements Check {

  @Override
  public String subject() {
    return "the database";
  }

  @Override
  public List<Finding> findings(ServerState server) {
    boolean isInMaintenance = !server.ready().data("database", "maintenance").isEmpty();
    if (server.ready().isUp("database") || isInMaintenance) {
      return List.of();
    }
    return List.of(
        Finding.error(
            "The server is not ready: its database does not answer, or it is shutting down.",
            "Look for 'readiness' in the server's log, and check that the database runs and that"
                + " REPRISE_DATABASE_HOST, _PORT, _NAME, _USER and _PASSWORD are right."));
  }
}

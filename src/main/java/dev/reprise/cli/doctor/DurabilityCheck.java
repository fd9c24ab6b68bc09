package dev.reprise.cli.doctor;

import java.util.List;

/** A database that refuses writes loses what runs do. */
final class DurabilityCheck implements Check {

  @Override
  public String subject() {
    return "the durability of records";
  }

  @Override
  public List<Finding> findings(ServerState server) {
    return server.ready().data("database", "durability").equals("degraded")
        ? List.of(
            Finding.error(
                "The database refuses writes, so what runs do is not recorded at present.",
                "Look for the cause in the server's log, such as a full disk, and mend the database;"
                    + " the server goes on by itself."))
        : List.of();
  }
}

package dev.reprise.cli.doctor;

import java.util.List;

/** Stranded runs are a fault of the server or of its database. */
final class StrandedRunsCheck implements Check {

  @Override
  public String subject() {
    return "stranded runs";
  }

  @Override
  public List<Finding> findings(ServerState server) {
    String count = server.ready().data("runs", "stranded");
    return count.isEmpty() || count.equals("0")
        ? List.of()
        : List.of(
            Finding.warning(
                "Runs that waited for something that could not happen, since the server's start: %s."
                    .formatted(count),
                "The server has queued them again. Look for 'which nothing could end' in the server's log"
                    + " for the runs, and report the fault with the log."));
  }
}

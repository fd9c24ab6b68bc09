package dev.reprise.cli.doctor;

import dev.reprise.platform.FileDescriptors;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What the readiness of a server tells without a login. */
final class ReadinessChecks {

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final Duration TOLERANCE = Duration.ofSeconds(5);

  static final List<Check> ALL =
      List.of(
          new Check("the connection", ReadinessChecks::transport),
          new Check("the database", ReadinessChecks::database),
          new Check("maintenance", ReadinessChecks::maintenance),
          new Check("the durability of records", ReadinessChecks::durability),
          new Check("the test profile", ReadinessChecks::testProfile),
          new Check("stranded runs", ReadinessChecks::strandedRuns),
          new Check("file descriptors", ReadinessChecks::fileDescriptors),
          new Check("the clocks", ReadinessChecks::clock));

  private ReadinessChecks() {}

  /** Plain HTTP to another machine shows the login to everybody on the way. */
  static List<Finding> transport(ServerState server) {
    return server.address().getScheme().equals("http")
            && !THIS_MACHINE.contains(server.address().getHost())
        ? List.of(
            Finding.error(
                "The login goes to %s unencrypted.".formatted(server.address()),
                "Use https://%s in --server, REPRISE_SERVER or the profile."
                    .formatted(server.address().getHost())))
        : List.of();
  }

  /** A server whose database does not answer can do nothing. */
  static List<Finding> database(ServerState server) {
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

  /** A server in maintenance works on no runs, perhaps for longer than intended. */
  static List<Finding> maintenance(ServerState server) {
    String reason = server.ready().data("database", "maintenance");
    return reason.isEmpty()
        ? List.of()
        : List.of(
            Finding.warning(
                "The server is in maintenance, so it works on no runs: %s".formatted(reason),
                "Once it may work again: 'reprise maintenance list' has the ID, 'reprise maintenance"
                    + " end ID' ends it."));
  }

  /** A database that refuses writes loses what runs do. */
  static List<Finding> durability(ServerState server) {
    return server.ready().data("database", "durability").equals("degraded")
        ? List.of(
            Finding.error(
                "The database refuses writes, so what runs do is not recorded at present.",
                "Look for the cause in the server's log, such as a full disk, and mend the database;"
                    + " the server goes on by itself."))
        : List.of();
  }

  /** The test profile approves all calls, which must not be so in production. */
  static List<Finding> testProfile(ServerState server) {
    return server.ready().data("database", "approvals").equals("test profile")
        ? List.of(
            Finding.warning(
                "The test profile is on: every call that should wait for a person is approved at"
                    + " once.",
                "If this is no test, remove REPRISE_APPROVALS_TEST_PROFILE and restart the server."))
        : List.of();
  }

  /** Stranded runs are a fault of the server or of its database. */
  static List<Finding> strandedRuns(ServerState server) {
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

  /** A server that cannot open a file any more may not recover. */
  static List<Finding> fileDescriptors(ServerState server) {
    String open = server.ready().data("file descriptors", "open");
    String max = server.ready().data("file descriptors", "max");
    if (open.isEmpty() || max.isEmpty()) {
      return List.of();
    }
    return new FileDescriptors(Long.parseLong(open), Long.parseLong(max)).areFew()
        ? List.of(
            Finding.warning(
                "The server has %s of %s files and connections open.".formatted(open, max),
                "Raise the limit of its process (ulimit -n, LimitNOFILE of systemd) and restart it,"
                    + " or find what stays open."))
        : List.of();
  }

  /** Clocks that differ make deadlines, signatures of webhooks and tokens fail. */
  static List<Finding> clock(ServerState server) {
    return server
        .ready()
        .clockDifference()
        .filter(it -> it.abs().compareTo(TOLERANCE) > 0)
        .map(
            it ->
                Finding.warning(
                    "The server's clock shows a time %d s %s than that of this machine."
                        .formatted(it.abs().toSeconds(), it.isNegative() ? "earlier" : "later"),
                    "Synchronize both with NTP; 'timedatectl' shows whether a machine is."))
        .stream()
        .toList();
  }
}

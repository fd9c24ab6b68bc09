package dev.reprise.cli.doctor;

import java.time.Duration;
import java.util.List;

/** Clocks that differ make deadlines, signatures of webhooks and tokens fail. */
final class ClockCheck implements Check {

  private static final Duration TOLERANCE = Duration.ofSeconds(5);

  @Override
  public String subject() {
    return "the clocks";
  }

  @Override
  public List<Finding> findings(ServerState server) {
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

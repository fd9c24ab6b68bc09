package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.Page;
import dev.reprise.client.http.RepriseException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs that wait for people for long may have been overlooked; those with calls in doubt are the
 * trace of an outage.
 */
final class LongWaitCheck implements Check {

  private static final Duration LONG = Duration.ofDays(1);
  private static final String LISTED =
      "'reprise approval list' lists them, 'reprise approval show RUN' says what is asked.";
  private static final int MOST = 1000;
  private static final int PAGE = 200;

  @Override
  public String subject() {
    return "the runs that wait for people";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    Instant before = server.now().minus(LONG);
    List<JsonNode> waiting =
        Page.first(MOST, cursor -> server.client().approvals().list(PAGE, cursor));
    long late = waiting.stream().filter(it -> isBefore(it.path("since").asText(), before)).count();
    long inDoubt =
        waiting.stream()
            .filter(it -> it.path("waitingFor").asText().equals("reconciliation"))
            .count();
    List<Finding> findings = new ArrayList<>();
    if (inDoubt > 0) {
      findings.add(
          Finding.warning(
              "Runs with tool calls whose outcome is unknown: %d.".formatted(inDoubt),
              "A person must say whether the calls happened. " + LISTED));
    }
    if (late > 0) {
      findings.add(
          Finding.warning(
              "Runs that have waited for a person for more than a day: %d.".formatted(late),
              LISTED));
    }
    return findings;
  }

  private static boolean isBefore(String since, Instant limit) {
    try {
      return Instant.parse(since).isBefore(limit);
    } catch (DateTimeException e) {
      return false; // a server that does not tell
    }
  }
}

package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.Page;
import dev.reprise.client.http.RepriseException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Runs that wait for people for long may have been overlooked. */
final class LongWaitCheck implements Check {

  private static final Duration LONG = Duration.ofDays(1);
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
    return late == 0
        ? List.of()
        : List.of(
            Finding.warning(
                "Runs that have waited for a person for more than a day: %d.".formatted(late),
                "'reprise approval list' lists them, 'reprise approval show RUN' says what is asked."));
  }

  private static boolean isBefore(String since, Instant limit) {
    try {
      return Instant.parse(since).isBefore(limit);
    } catch (DateTimeException e) {
      return false; // a server that does not tell
    }
  }
}

package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;

/** Runs that were given up wait for somebody who finds the cause. */
final class DeadLetterCheck implements Check {

  @Override
  public String subject() {
    return "the dead letters";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    for (JsonNode count : server.client().list(ApiRequest.of(Operation.COUNT_RUNS))) {
      if (count.path("status").asText().equals("DEAD_LETTER") && count.path("count").asInt() > 0) {
        return List.of(
            Finding.warning(
                "Runs that were given up after repeated failures: %d%s."
                    .formatted(
                        count.path("count").asInt(),
                        count.path("orMore").asBoolean() ? " or more" : ""),
                "'reprise run list --status DEAD_LETTER' lists them, 'reprise run show RUN' has the"
                    + " cause; once that is mended: reprise run retry RUN"));
      }
    }
    return List.of();
  }
}

package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.run.RunColumns;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.RepriseException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The model call that a decision is about. */
final class ModelCallOptions {

  @Option(
      names = "--needed",
      paramLabel = "USD",
      description =
          "Decides about a model call only if it is still expected to cost this, as approval list"
              + " says; without it, the decision is about the call as it is now.")
  @Nullable BigDecimal needed;

  /**
   * Returns what the call is expected to cost, in US dollars; empty if that is not known.
   *
   * @throws NotWaitingException if the run did not pause for a model call
   */
  Optional<BigDecimal> needed(RepriseClient client, UUID run)
      throws RepriseException, InterruptedException, NotWaitingException {
    if (needed != null) {
      return Optional.of(needed);
    }
    JsonNode reached = client.runs().show(run).json().at(RunColumns.REACHED);
    if (!reached.path("kind").asText().equals("CALL_USD")) {
      throw new NotWaitingException(
          "run %s waits for no decision about a model call; CALL names a tool call".formatted(run));
    }
    return Optional.of(reached.path("needed"))
        .filter(JsonNode::isNumber)
        .map(JsonNode::decimalValue);
  }
}

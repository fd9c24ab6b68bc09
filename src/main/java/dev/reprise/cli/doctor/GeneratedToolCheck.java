package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Generated tools that were taken out of use, or that cannot be read. */
final class GeneratedToolCheck implements Check {

  @Override
  public String subject() {
    return "the generated tools";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    JsonNode answer =
        server
            .client()
            .send(
                ApiRequest.of(Operation.LIST_ARTIFACTS)
                    .query("stage", Optional.of("QUARANTINED"))
                    .query("limit", Optional.of(200)));
    return Stream.concat(
            ClientJson.list(answer.path("items"), GeneratedToolCheck::quarantined).stream(),
            ClientJson.list(answer.path("corrupt"), GeneratedToolCheck::corrupt).stream())
        .toList();
  }

  private static Finding quarantined(JsonNode tool) {
    return Finding.warning(
        "The generated tool %s is in quarantine%s"
            .formatted(
                name(tool),
                ClientJson.text(tool.path("fitness").path("lastFailure"), "reason")
                    .map(reason -> ", its last failure: " + reason)
                    .orElse(".")),
        "'reprise artifacts changes %1$s' says why. To have its code generated again: reprise artifacts regenerate %1$s --reason TEXT; 'bless' instead declares it healthy, 'archive' archives it."
            .formatted(address(tool)));
  }

  private static Finding corrupt(JsonNode tool) {
    return Finding.warning(
        "The generated tool %s cannot be read, so it is not used: %s"
            .formatted(name(tool), tool.path("reason").asText()),
        "The next call generates it again. 'reprise artifacts corrupt %s' shows what was found. If its seal does not fit, the server lacks the sealing key with which it was stored."
            .formatted(address(tool)));
  }

  private static String name(JsonNode tool) {
    return "'%s.%s'".formatted(tool.path("role").asText(), tool.path("method").asText());
  }

  private static String address(JsonNode tool) {
    return "%s %s".formatted(tool.path("role").asText(), tool.path("method").asText());
  }
}

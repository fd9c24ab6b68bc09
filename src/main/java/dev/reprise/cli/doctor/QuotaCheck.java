package dev.reprise.cli.doctor;

import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;

/** Runs wait while a provider has asked for a pause. */
final class QuotaCheck implements Check {

  @Override
  public String subject() {
    return "the quotas";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    return ClientJson.list(
        server.client().send(ApiRequest.of(Operation.LIST_QUOTAS)).path("items"),
        it ->
            Finding.warning(
                "Provider '%s' has asked for a pause of model '%s' until %s; runs wait that long."
                    .formatted(
                        it.path("provider").asText(),
                        it.path("model").asText(),
                        it.path("pausedUntil").asText()),
                "Wait, or get a larger quota of the provider; to call it at once: POST"
                    + " /api/v1/quotas/%s/%s:resume"
                        .formatted(it.path("provider").asText(), it.path("model").asText())));
  }
}

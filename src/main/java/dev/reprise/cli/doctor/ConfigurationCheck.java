package dev.reprise.cli.doctor;

import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Optional;

/** A setting whose name is not written correctly has no effect. */
final class ConfigurationCheck implements Check {

  @Override
  public String subject() {
    return "the configuration";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    // The prefix keeps the answer short: no setting begins so.
    return ClientJson.list(
        server
            .client()
            .send(ApiRequest.of(Operation.SHOW_CONFIGURATION).query("prefix", Optional.of("-")))
            .path("warnings"),
        warning ->
            Finding.warning(
                "%s.".formatted(warning.asText()),
                "Correct or remove it and restart the server; 'reprise configuration' lists all"
                    + " settings."));
  }
}

package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.ScriptedServer;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.client.http.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A server with prepared answers, in order, of which one check is asked. */
final class CheckedServer implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  private final ScriptedServer server = new ScriptedServer();

  /** Answers with settings, all of which are set. */
  CheckedServer settings(Map<String, String> values) {
    return answer(
        values.entrySet().stream()
            .map(
                it ->
                    "{\"name\": \"reprise.%s\", \"value\": \"%s\", \"source\": \"env\"}"
                        .formatted(it.getKey(), it.getValue()))
            .collect(Collectors.joining(", ", "{\"items\": [", "]}")));
  }

  CheckedServer answer(String json) {
    server.json(200, json);
    return this;
  }

  CheckedServer refuse() {
    server.problem(403, "forbidden");
    return this;
  }

  List<ScriptedServer.Asked> asked() {
    return server.asked();
  }

  List<Finding> findings(Check.Question question) throws Exception {
    try (RepriseClient client = client()) {
      var ready = new HealthReport(MissingNode.getInstance(), Optional.empty(), Optional.empty());
      return question.findings(new ServerState(server.address(), client, ready, NOW));
    }
  }

  RepriseClient client() {
    return new RepriseClient(
        new Connection(server.address(), new Credentials.ApiKey("k")),
        new RetryPolicy(1, Duration.ZERO, Duration.ZERO));
  }

  @Override
  public void close() {
    server.close();
  }
}

package dev.reprise.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ClientJson;
import java.util.Map;
import java.util.Optional;

/**
 * What a run is requested with.
 *
 * @param isDurable whether the run outlives its server
 * @param priority -9 to 9, 0 by default, among the runs of the tenant
 * @param dedupeKey what the run is about: if an earlier run of the agent has the key, it is found
 *     instead
 * @param labels what to mark the run with, to find it by
 */
public record Submission(
    String agent,
    String workspace,
    ObjectNode input,
    boolean isDurable,
    int priority,
    Budget budget,
    Optional<String> dedupeKey,
    Map<String, String> labels) {

  public Submission {
    labels = Map.copyOf(labels);
  }

  /** Creates a submission of a durable run with the defaults of the agent. */
  public Submission(String agent, String workspace, ObjectNode input) {
    this(agent, workspace, input, true, 0, Budget.AS_THE_AGENT_SAYS, Optional.empty(), Map.of());
  }

  ObjectNode json() {
    ObjectNode json = ClientJson.object().put("agent", agent).put("workspace", workspace);
    json.set("input", input);
    if (!isDurable) {
      json.put("durable", false);
    }
    if (priority != 0) {
      json.put("priority", priority);
    }
    if (!budget.isEmpty()) {
      json.set("budget", budget.json());
    }
    if (!labels.isEmpty()) {
      json.set("labels", ClientJson.object(labels));
    }
    dedupeKey.ifPresent(it -> json.put("dedupeKey", it));
    return json;
  }
}

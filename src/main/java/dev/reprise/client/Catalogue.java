package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import java.util.List;

/** What a server offers: agents, tools, and the budgets of the day. */
public final class Catalogue {

  private final Transport transport;

  Catalogue(Transport transport) {
    this.transport = transport;
  }

  public List<JsonNode> agents() throws RepriseException, InterruptedException {
    return items(Operation.LIST_AGENTS);
  }

  public JsonNode agent(String name) throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.SHOW_AGENT, name));
  }

  /** Returns the versions of an agent that the tenant knows, the present one first. */
  public List<JsonNode> agentVersions(String name) throws RepriseException, InterruptedException {
    return items(ApiRequest.of(Operation.LIST_AGENT_VERSIONS, name));
  }

  /** Returns a version of an agent with its document. */
  public JsonNode agentVersion(String name, String version)
      throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.SHOW_AGENT_VERSION, name, version));
  }

  /**
   * Checks an agent's document.
   *
   * @throws ProblemException if it is not valid; its errors say where
   */
  public JsonNode validateAgent(String yaml) throws RepriseException, InterruptedException {
    return transport.send(
        ApiRequest.of(Operation.VALIDATE_AGENT)
            .body(new ApiRequest.Body("application/yaml", yaml)));
  }

  public List<JsonNode> tools() throws RepriseException, InterruptedException {
    return items(Operation.LIST_TOOLS);
  }

  public JsonNode tool(String name) throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.SHOW_TOOL, name));
  }

  public List<JsonNode> budgets() throws RepriseException, InterruptedException {
    return items(Operation.LIST_BUDGETS);
  }

  private List<JsonNode> items(Operation operation) throws RepriseException, InterruptedException {
    return items(ApiRequest.of(operation));
  }

  private List<JsonNode> items(ApiRequest request) throws RepriseException, InterruptedException {
    return ClientJson.list(transport.send(request).path("items"), it -> it);
  }
}

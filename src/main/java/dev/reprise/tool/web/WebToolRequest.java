package dev.reprise.tool.web;

import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.web.HostAllowlist;
import dev.reprise.web.NoResponseException;
import dev.reprise.web.RequestBlockedException;
import dev.reprise.web.WebClient;
import dev.reprise.web.WebRequest;
import dev.reprise.web.WebResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request that a web tool sends for a model.
 *
 * @param headers those that the model sets, and those that the tool adds
 * @param content the body; empty for a request without one
 */
record WebToolRequest(
    String url, Map<String, String> headers, Optional<WebRequest.Content> content) {

  WebToolRequest {
    headers = Map.copyOf(headers);
  }

  /** Creates a request without a body. */
  static WebToolRequest of(String url, Optional<RequestHeaders> headers) {
    return new WebToolRequest(
        url, headers.map(RequestHeaders::byName).orElse(Map.of()), Optional.empty());
  }

  /** Returns this request with a body and further headers. */
  WebToolRequest with(WebRequest.Content body, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.putAll(headers);
    return new WebToolRequest(url, all, Optional.of(body));
  }

  /**
   * Sends the request within the grant of the agent that made the call.
   *
   * @throws ToolException if the guard refuses, with its code; {@code invalid_grant} if the agent's
   *     grant for the tool is malformed
   */
  WebResponse send(WebClient client, ToolRequest call)
      throws ToolException, NoResponseException, InterruptedException {
    try {
      return client.ask(new WebRequest(url, headers, content, only(call)), call.fence());
    } catch (RequestBlockedException e) {
      throw new ToolException(e.code(), e.reason());
    }
  }

  private static HostAllowlist only(ToolRequest call) throws ToolException {
    List<String> hosts = call.origin().grant().only().stream().sorted().toList();
    try {
      return hosts.isEmpty() ? HostAllowlist.ANY : HostAllowlist.of(hosts);
    } catch (IllegalArgumentException e) {
      throw new ToolException(
          "invalid_grant", "what this agent grants under only: " + e.getMessage());
    }
  }
}

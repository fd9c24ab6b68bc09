package dev.reprise.tool.web;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
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

/** What the tools of the web share of asking: headers, and whom the agent may ask. */
final class WebToolRequest {

  private static final String HEADER =
      """
      {"type": "string", "pattern": "^[ -~]{1,1000}$"}""";

  /** The schema of what a model may say about a request beside the URL. */
  static final String HEADERS =
      """
      {
        "type": "object",
        "properties": {
          "accept": %1$s,
          "accept-language": %1$s,
          "authorization": %1$s,
          "if-none-match": %1$s,
          "if-modified-since": %1$s
        },
        "additionalProperties": false,
        "description": "for this server only: none but accept and accept-language follow a \
      redirect elsewhere"
      }"""
          .formatted(HEADER);

  /** The one header that may hold a secret: others follow a redirect to another server. */
  static final JsonPointer AUTHORIZATION = JsonPointer.compile("/headers/authorization");

  private WebToolRequest() {}

  /**
   * Asks for a tool.
   *
   * @param more headers that the tool adds itself
   * @throws ToolException if the guard refuses, with its code; {@code invalid_grant} if what the
   *     agent leaves of the tool cannot be understood
   */
  static WebResponse ask(
      WebClient client,
      ToolRequest request,
      Map<String, String> more,
      Optional<WebRequest.Content> content)
      throws ToolException, NoResponseException, InterruptedException {
    JsonNode arguments = request.arguments();
    Map<String, String> headers = new HashMap<>(more);
    for (var header : arguments.path("headers").properties()) {
      headers.put(header.getKey(), header.getValue().asText());
    }
    try {
      return client.ask(
          new WebRequest(arguments.get("url").asText(), headers, content, only(request)),
          request.fence());
    } catch (RequestBlockedException e) {
      throw new ToolException(e.code(), e.reason());
    }
  }

  private static HostAllowlist only(ToolRequest request) throws ToolException {
    List<String> hosts = request.origin().grant().only().stream().sorted().toList();
    try {
      return hosts.isEmpty() ? HostAllowlist.ANY : HostAllowlist.of(hosts);
    } catch (IllegalArgumentException e) {
      throw new ToolException(
          "invalid_grant", "what this agent grants under only: " + e.getMessage());
    }
  }
}

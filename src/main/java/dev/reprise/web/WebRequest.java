package dev.reprise.web;

import java.util.Map;
import java.util.Optional;

/**
 * A request to a web server.
 *
 * @param url as the agent wrote it
 * @param headers by name in lower case, in addition to those of the connection
 * @param content the body; a request with a body is a POST, one without a GET
 * @param only the hosts that the agent may call, in addition to the server's own list
 */
public record WebRequest(
    String url, Map<String, String> headers, Optional<Content> content, HostAllowlist only) {

  public WebRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * The body of a POST, sent in UTF-8.
   *
   * @param type its media type
   */
  public record Content(String type, String text) {}
}

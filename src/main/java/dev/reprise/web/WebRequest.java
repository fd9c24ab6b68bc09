package dev.reprise.web;

import java.util.Map;
import java.util.Optional;

/**
 * What is asked of a server.
 *
 * @param url as whoever asks wrote it
 * @param headers by name in lower case, beside those that belong to the connection
 * @param content what is sent along; with it the request is a POST, else a GET
 * @param only what narrows whom this server asks, for the one who asks
 */
public record WebRequest(
    String url, Map<String, String> headers, Optional<Content> content, HostAllowlist only) {

  public WebRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * What a POST carries, sent in UTF-8.
   *
   * @param type its media type
   */
  public record Content(String type, String text) {}
}

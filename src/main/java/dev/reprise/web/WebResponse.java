package dev.reprise.web;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The response of a server, with any status.
 *
 * @param url the URL after all redirects
 * @param status the HTTP status
 * @param reason the reason phrase of the status; may be empty
 * @param headers {@code content-type}, {@code etag}, {@code last-modified} and {@code location}, as
 *     far as the response has them
 * @param retryAfter how long the server asks clients to wait, if it does
 */
public record WebResponse(
    URI url,
    int status,
    String reason,
    Map<String, String> headers,
    Optional<Duration> retryAfter,
    WebBody body) {

  public WebResponse {
    headers = Map.copyOf(headers);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}

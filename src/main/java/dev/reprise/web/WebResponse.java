package dev.reprise.web;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a server answered, whatever its status.
 *
 * @param url that was asked in the end, behind all redirects
 * @param status as in HTTP
 * @param reason a word or two beside the status, which the server may leave empty
 * @param headers {@code content-type}, {@code etag}, {@code last-modified} and {@code location}, as
 *     far as there are any
 * @param retryAfter how long the server wants to be left alone, if it said so
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

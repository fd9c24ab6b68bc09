package dev.reprise.client.http;

import java.net.URI;
import java.time.Duration;

/**
 * Where a server is, and who asks.
 *
 * @param server such as {@code https://reprise.example.org}; a path in front of {@code /api/v1} is
 *     kept
 * @param timeout how long an answer may take, two minutes by default; streams of events may take
 *     longer
 */
public record Connection(URI server, Credentials credentials, Duration timeout) {

  /**
   * @throws IllegalArgumentException if the address is not one of HTTP, or has a user
   */
  public Connection {
    String scheme = server.getScheme();
    boolean isHttp = "http".equals(scheme) || "https".equals(scheme);
    if (!isHttp || server.getHost() == null || server.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "the address of a server must be one such as https://reprise.example.org, without a user");
    }
  }

  public Connection(URI server, Credentials credentials) {
    this(server, credentials, Duration.ofMinutes(2));
  }

  /** Returns the address of a path below {@code /api/v1}. */
  URI api(String path) {
    String base = server.toString();
    String root = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    return URI.create(root + "/api/v1" + path);
  }
}

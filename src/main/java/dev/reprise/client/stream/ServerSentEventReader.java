package dev.reprise.client.stream;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a stream of server-sent events, as the HTML standard describes it. */
final class ServerSentEventReader {

  private static final int MOST_DIGITS = 9;

  private final BufferedReader lines;
  private final Runnable heard;
  private final StringBuilder data = new StringBuilder();
  private @Nullable String id;
  private @Nullable Duration retry;
  private boolean hasData;
  private boolean hasOwnId;
  private String type = "";

  /**
   * @param heard called for each line, also for those of heartbeats
   */
  ServerSentEventReader(InputStream stream, Runnable heard) {
    this.lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    this.heard = heard;
  }

  /** Returns the next event, or empty at the end; an event that is cut off is dropped. */
  Optional<ServerSentEvent> next() throws IOException {
    clear();
    while (true) {
      String line = lines.readLine();
      if (line == null) {
        return Optional.empty();
      }
      heard.run();
      if (!line.isEmpty()) {
        take(line);
      } else if (hasData) {
        return Optional.of(
            new ServerSentEvent(
                hasOwnId ? Optional.ofNullable(id) : Optional.empty(),
                type.isEmpty() ? "message" : type,
                data.toString()));
      } else {
        clear();
      }
    }
  }

  /** Returns how long to wait before a reconnect, if the stream has said so. */
  Optional<Duration> retry() {
    return Optional.ofNullable(retry);
  }

  private void clear() {
    data.setLength(0);
    hasData = false;
    hasOwnId = false;
    type = "";
  }

  private void take(String line) {
    int colon = line.indexOf(':');
    if (colon == 0) {
      return; // a comment
    }
    String field = colon < 0 ? line : line.substring(0, colon);
    String rest = colon < 0 ? "" : line.substring(colon + 1);
    String value = rest.startsWith(" ") ? rest.substring(1) : rest;
    switch (field) {
      case "data" -> {
        data.append(hasData ? "\n" : "").append(value);
        hasData = true;
      }
      case "event" -> type = value;
      case "id" -> {
        id = value;
        hasOwnId = true;
      }
      case "retry" -> {
        if (value.matches("[0-9]{1," + MOST_DIGITS + "}")) {
          retry = Duration.ofMillis(Long.parseLong(value));
        }
      }
      default -> {} // a later version of the protocol may have more
    }
  }
}

package dev.reprise.api.stream;

import dev.reprise.api.http.ApiJson;
import dev.reprise.api.run.EventView;
import dev.reprise.journal.RecordedEvent;
import java.nio.charset.StandardCharsets;

/** Formats server-sent events. */
final class ServerSentEvents {

  static final String MEDIA_TYPE = "text/event-stream";

  private static final int RETRY_MILLIS = 2000;

  private ServerSentEvents() {}

  /**
   * The snapshot has no id, so that a client that loses the connection next resumes where it was.
   */
  static byte[] text(RunSnapshots.Snapshot snapshot) {
    return utf8("retry: " + RETRY_MILLIS + "\n" + unnumbered(StreamEvent.SNAPSHOT, snapshot));
  }

  static byte[] text(RecordedEvent event) {
    return utf8(
        "id: "
            + event.sequence()
            + "\nevent: "
            + event.type()
            + "\ndata: "
            + json(EventView.of(event))
            + "\n\n");
  }

  /** An event that is not recorded has no id, because no client can resume from it. */
  static byte[] live(StreamEvent type, Object data) {
    return utf8(unnumbered(type, data));
  }

  /** An event with an id of its own, which a client that reconnects sends back. */
  static byte[] numbered(String id, String type, Object data) {
    return utf8(
        "retry: "
            + RETRY_MILLIS
            + "\nid: "
            + id
            + "\nevent: "
            + type
            + "\ndata: "
            + json(data)
            + "\n\n");
  }

  private static String unnumbered(StreamEvent type, Object data) {
    return "event: " + type.typeName() + "\ndata: " + json(data) + "\n\n";
  }

  static byte[] heartbeat() {
    return utf8(":\n\n");
  }

  private static String json(Object value) {
    return new String(ApiJson.bytes(value), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

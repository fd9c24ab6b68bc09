package dev.reprise.batch.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads items from JSON Lines: an object on each line; blank lines are skipped. */
final class JsonLines {

  private JsonLines() {}

  static void read(InputStream in, ItemCollector items) throws IOException {
    int maxBytes = items.limits().itemBytes();
    var lines = new LineReader(in, maxBytes);
    Optional<LineReader.Line> line = lines.next();
    while (line.isPresent() && !items.isDone()) {
      String place = "line " + line.get().number();
      switch (line.get()) {
        case LineReader.Line.Text text -> take(place, text, items);
        case LineReader.Line.TooLong ignored ->
            items.refuse(place, "has more than %d bytes".formatted(maxBytes));
        case LineReader.Line.NotText ignored -> items.refuse(place, "is not UTF-8");
      }
      line = lines.next();
    }
  }

  private static void take(String place, LineReader.Line.Text line, ItemCollector items) {
    if (line.text().isBlank()) {
      return;
    }
    JsonNode value;
    try {
      value = Json.read(line.text());
    } catch (IllegalArgumentException e) {
      items.refuse(place, "is %s".formatted(e.getMessage()));
      return;
    }
    if (value instanceof ObjectNode object) {
      items.take(place, object, line.bytes());
    } else {
      items.refuse(place, "must be a JSON object");
    }
  }
}

package dev.reprise.model.provider;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pieces of a streamed reply while they come. Tested by {@code NothingIsLostTest}. */
@FunctionalInterface
public interface StreamPieces {

  /** Returns the next piece; empty at the end of the stream. */
  Optional<Piece> next() throws IOException;

  /**
   * A piece.
   *
   * @param event the name of its event; empty if it has none
   * @param isEnded whether its end has come; if not, it may be a part
   */
  record Piece(String event, String data, boolean isEnded) {}

  /** Returns JSON Lines. */
  static StreamPieces lines(InputStream in) {
    var bytes = new BufferedInputStream(in);
    return () -> {
      var line = new ByteArrayOutputStream();
      for (int next = bytes.read(); next >= 0; next = bytes.read()) {
        if (next != '\n') {
          line.write(next);
        } else if (!line.toString(StandardCharsets.UTF_8).isBlank()) {
          return Optional.of(new Piece("", line.toString(StandardCharsets.UTF_8), true));
        }
      }
      return Optional.of(new Piece("", line.toString(StandardCharsets.UTF_8), false))
          .filter(piece -> !piece.data().isBlank());
    };
  }

  /**
   * Returns server-sent events, by the grammar of the HTML standard (9.2.6). Unlike a browser it
   * also takes a last event whose blank line is missing, because gateways leave it out, and a JSON
   * object without events, as one piece.
   */
  static StreamPieces events(InputStream in) {
    BufferedReader lines = reader(in);
    return () -> {
      if (beginsAnObject(lines)) {
        var object = new StringWriter();
        lines.transferTo(object);
        return Optional.of(new Piece("", object.toString(), true));
      }
      String name = "";
      List<String> data = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty() && !data.isEmpty()) {
          return Optional.of(new Piece(name, String.join("\n", data), true));
        }
        name = line.isEmpty() ? "" : Optional.ofNullable(value(line, "event")).orElse(name);
        Optional.ofNullable(value(line, "data")).ifPresent(data::add);
      }
      return data.isEmpty()
          ? Optional.empty()
          : Optional.of(new Piece(name, String.join("\n", data), false));
    };
  }

  /** One character, and the end of the line before it. */
  int MARK = 2;

  /** No line of an event begins so. A mark of the byte order may come first. */
  private static boolean beginsAnObject(BufferedReader lines) throws IOException {
    lines.mark(MARK);
    int next = lines.read();
    while (next == '\n' || next == '\r' || next == ' ' || next == '\ufeff') {
      lines.mark(MARK);
      next = lines.read();
    }
    if (next >= 0) {
      lines.reset();
    }
    return next == '{';
  }

  private static BufferedReader reader(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** Returns the value of a field; null if the line is of another one. */
  private static @Nullable String value(String line, String field) {
    if (line.equals(field)) {
      return "";
    }
    if (!line.startsWith(field + ":")) {
      return null;
    }
    String value = line.substring(field.length() + 1);
    return value.startsWith(" ") ? value.substring(1) : value;
  }
}

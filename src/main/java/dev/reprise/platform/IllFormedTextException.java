package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;

/**
 * A text or a name in JSON that has U+0000, which not every database can store, or an unpaired
 * surrogate, which no encoding can.
 */
public final class IllFormedTextException extends JsonParseException {

  private final String path;

  private IllFormedTextException(JsonParser parser, String path) {
    super(parser, path + " has U+0000 or an unpaired surrogate", parser.currentTokenLocation());
    this.path = path;
  }

  static IllFormedTextException ofText(JsonParser parser) {
    return new IllFormedTextException(parser, path(parser.getParsingContext()));
  }

  /** The name itself is not told: no response could have it. */
  static IllFormedTextException ofName(JsonParser parser) {
    return new IllFormedTextException(parser, path(parser.getParsingContext().getParent()));
  }

  /** Returns the place such as {@code input.a[1].b}: that of the text, or of the name's object. */
  public String path() {
    return path;
  }

  private static String path(JsonStreamContext place) {
    if (place.inRoot()) {
      return "";
    }
    String before = path(place.getParent());
    if (place.inArray()) {
      return "%s[%d]".formatted(before, place.getCurrentIndex());
    }
    return before.isEmpty() ? place.getCurrentName() : before + "." + place.getCurrentName();
  }
}

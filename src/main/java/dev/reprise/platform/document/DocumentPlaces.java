package dev.reprise.platform.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds where in a text the errors of a document are: a missing member is where its object is. */
final class DocumentPlaces {

  /** Longer paths are cut in errors, so that nothing is found by them. */
  private static final int MAX_PATH = 500;

  private final Set<String> wanted = new HashSet<>();
  private final Map<String, DocumentPlace> found = new HashMap<>();

  private DocumentPlaces(Collection<DocumentError> errors) {
    for (DocumentError error : errors) {
      for (String path = error.path(); wanted.add(path); path = outer(path)) {
        // the objects and lists around the place are wanted, too
      }
    }
  }

  /**
   * Returns the errors with their places, in a text that the parser can read.
   *
   * @param root the path of the whole document
   */
  static List<DocumentError> locate(List<DocumentError> errors, JsonParser parser, String root)
      throws IOException {
    var places = new DocumentPlaces(errors);
    JsonToken first = parser.nextToken();
    if (first != null) {
      places.read(first, parser, root);
    }
    return errors.stream().map(it -> it.at(places.of(it.path()))).toList();
  }

  private void read(JsonToken token, JsonParser parser, String path) throws IOException {
    note(path, parser);
    if (token == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        readOrSkip(parser, DocumentError.under(path, parser.currentName()));
      }
    } else if (token == JsonToken.START_ARRAY) {
      int index = 0;
      for (JsonToken next = parser.nextToken();
          next != JsonToken.END_ARRAY;
          next = parser.nextToken()) {
        read(next, parser, "%s[%d]".formatted(path, index++));
      }
    }
  }

  private void readOrSkip(JsonParser parser, String member) throws IOException {
    note(member, parser); // of the name, not of its value
    JsonToken value = parser.nextToken();
    if (member.length() > MAX_PATH) {
      parser.skipChildren();
    } else {
      read(value, parser, member);
    }
  }

  private void note(String path, JsonParser parser) {
    if (wanted.contains(path)) {
      found.putIfAbsent(path, DocumentPlace.of(parser.currentTokenLocation()));
    }
  }

  private Optional<DocumentPlace> of(String path) {
    String place = path;
    while (!found.containsKey(place) && !place.isEmpty()) {
      place = outer(place);
    }
    return Optional.ofNullable(found.get(place));
  }

  private static String outer(String path) {
    return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
  }
}

package dev.reprise.platform.document;

import com.fasterxml.jackson.core.JsonLocation;

/**
 * A place in the text of a document.
 *
 * @param line from 1
 * @param column from 1
 */
public record DocumentPlace(int line, int column) {

  static DocumentPlace of(JsonLocation location) {
    return new DocumentPlace(location.getLineNr(), location.getColumnNr());
  }
}

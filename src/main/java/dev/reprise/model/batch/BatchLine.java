package dev.reprise.model.batch;

import java.nio.charset.StandardCharsets;

/**
 * One request of a submission as its provider gets it.
 *
 * @param json a JSON object in one line
 */
public record BatchLine(String json) {

  /** Returns its length in a submission. */
  public int bytes() {
    return json.getBytes(StandardCharsets.UTF_8).length + 1;
  }
}

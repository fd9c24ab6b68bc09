package dev.reprise.tool.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/**
 * The part of a response that a model requests, and its form.
 *
 * @param select a path into a JSON response; empty for all of it
 * @param form how HTML is shown
 * @param offset how many characters to skip
 * @param maxCharacters the most characters to return
 */
record ResponsePart(Optional<String> select, Form form, int offset, int maxCharacters) {

  static final String SELECT =
      "of a JSON answer only what this path leads to: $.items[0].name, "
          + "$..price, $.items[*]['id']; no filters";

  static final String FORM =
      "default text: HTML as readable text with its links; raw: HTML as it is";

  static final String OFFSET = "how many characters of the text to leave out, default 0";

  static final String MAX_CHARACTERS_DESCRIPTION = "how many to give, default 20000";

  static final String DEFAULT_CHARACTERS = "20000";

  static final int MAX_CHARACTERS = 48_000;

  /** How HTML is shown: as readable text, or as it is. */
  enum Form {
    @JsonProperty("text")
    TEXT,
    @JsonProperty("raw")
    RAW
  }
}

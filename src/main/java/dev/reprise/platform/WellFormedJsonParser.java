package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/** A parser that refuses U+0000 and an unpaired surrogate in any text and any name. */
final class WellFormedJsonParser extends JsonParserDelegate {

  WellFormedJsonParser(JsonParser parser) {
    super(parser);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    if (token == JsonToken.FIELD_NAME && !isWellFormed(delegate.currentName())) {
      throw IllFormedTextException.ofName(delegate);
    }
    if (token == JsonToken.VALUE_STRING && !isWellFormed(delegate.getText())) {
      throw IllFormedTextException.ofText(delegate);
    }
    return token;
  }

  /** The library would pass over a name without {@link #nextToken}. */
  @Override
  public JsonToken nextValue() throws IOException {
    JsonToken token = nextToken();
    return token == JsonToken.FIELD_NAME ? nextToken() : token;
  }

  /** A pair is one code point, so that only halves are left as surrogates. */
  private static boolean isWellFormed(String text) {
    return text.codePoints()
        .noneMatch(
            it -> it == 0 || (it >= Character.MIN_SURROGATE && it <= Character.MAX_SURROGATE));
  }
}

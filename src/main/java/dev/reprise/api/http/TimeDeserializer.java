package dev.reprise.api.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.io.IOException;
import java.time.Instant;

/** Reads the times of a body as those of a query: {@link RequestTime texts}, and no numbers. */
final class TimeDeserializer extends StdScalarDeserializer<Instant> {

  TimeDeserializer() {
    super(Instant.class);
  }

  @Override
  public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    if (parser.hasToken(JsonToken.VALUE_STRING)) {
      var time = RequestTime.read(parser.getText());
      if (time.isPresent()) {
        return time.get();
      }
    }
    throw MismatchedInputException.from(parser, Instant.class, RequestTime.RULE);
  }
}

package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.IOContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/**
 * Creates {@link BoundedJsonParser parsers} of JSON with bounded numbers, whatever they read from.
 */
class BoundedJsonFactory extends JsonFactory {

  BoundedJsonFactory(StreamReadConstraints constraints) {
    setStreamReadConstraints(constraints);
  }

  BoundedJsonFactory(BoundedJsonFactory source) {
    super(source, null);
  }

  @Override
  public BoundedJsonFactory copy() {
    return new BoundedJsonFactory(this);
  }

  @Override
  protected JsonParser _createParser(InputStream in, IOContext context) throws IOException {
    return checked(super._createParser(in, context));
  }

  @Override
  protected JsonParser _createParser(Reader in, IOContext context) throws IOException {
    return checked(super._createParser(in, context));
  }

  @Override
  protected JsonParser _createParser(
      char[] data, int offset, int length, IOContext context, boolean recyclable)
      throws IOException {
    return checked(super._createParser(data, offset, length, context, recyclable));
  }

  @Override
  protected JsonParser _createParser(byte[] data, int offset, int length, IOContext context)
      throws IOException {
    return checked(super._createParser(data, offset, length, context));
  }

  /** Returns the parser that checks what this one reads. */
  JsonParser checked(JsonParser parser) {
    return new BoundedJsonParser(parser);
  }
}

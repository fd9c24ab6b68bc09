package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;

/** Creates {@link WellFormedJsonParser parsers} whose numbers are bounded, too. */
final class WellFormedJsonFactory extends BoundedJsonFactory {

  WellFormedJsonFactory(StreamReadConstraints constraints) {
    super(constraints);
  }

  private WellFormedJsonFactory(WellFormedJsonFactory source) {
    super(source);
  }

  @Override
  public WellFormedJsonFactory copy() {
    return new WellFormedJsonFactory(this);
  }

  @Override
  JsonParser checked(JsonParser parser) {
    return new WellFormedJsonParser(super.checked(parser));
  }
}

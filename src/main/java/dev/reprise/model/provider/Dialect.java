package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.resilience.FaultException;
import java.util.Optional;

/** The protocol of one provider. */
public interface Dialect {

  /** Reads all options of the protocol, so that the reader finds their problems. */
  void check(OptionReader options);

  /** Returns why the protocol's form of structured output does not take a schema, if so. */
  Optional<String> refusalOf(JsonNode schema);

  /**
   * Makes one call.
   *
   * @param options the options of the request
   * @throws FaultException if the call fails, or the protocol cannot express the request
   */
  ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException;
}

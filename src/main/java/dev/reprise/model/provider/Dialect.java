package dev.reprise.model.provider;

import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.resilience.FaultException;

/** One protocol, spoken to one provider. */
interface Dialect {

  /** Asks the reader for all options that there are, so that it finds what is wrong with them. */
  void check(OptionReader options);

  /**
   * Asks once.
   *
   * @param options those of the request
   * @throws FaultException if there is no reply, or the request cannot be put in this protocol
   * @throws RuntimeException with a {@link FaultException} among its causes, for the same
   */
  ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException;
}

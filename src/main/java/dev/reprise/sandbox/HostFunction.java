package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;

/** Something that a script may have done for it. */
@FunctionalInterface
public interface HostFunction {

  /**
   * Does it, on the thread that runs the script, which waits meanwhile. In the script the function
   * returns a promise of the answer.
   *
   * @param arguments those of the call, an array
   * @return what the promise is fulfilled with
   * @throws HostFunctionException what the promise is rejected with: the script can catch it
   * @throws InterruptedException if the thread was interrupted, which ends the script
   */
  JsonNode call(JsonNode arguments) throws HostFunctionException, InterruptedException;
}

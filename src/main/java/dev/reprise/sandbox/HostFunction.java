package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;

/** A function of the host that a script may call. */
@FunctionalInterface
public interface HostFunction {

  /**
   * Runs the function on the thread that runs the script. The script waits meanwhile. In the
   * script, the function returns a promise of the result.
   *
   * @param arguments the arguments of the call, as an array
   * @return the value that fulfils the promise
   * @throws HostFunctionException rejects the promise; the script can catch it
   * @throws InterruptedException if the thread was interrupted, which ends the script
   */
  JsonNode call(JsonNode arguments) throws HostFunctionException, InterruptedException;
}

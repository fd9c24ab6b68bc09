package dev.reprise.model;

/**
 * Takes what a model says while it says it. Nothing of it is recorded: the reply that is returned
 * at the end is what counts, and what came of a call that failed is void.
 *
 * <p>It is called on the thread that asks, never behind the end of the call, and must neither throw
 * nor wait.
 */
public interface TokenListener {

  /** Takes nothing. */
  TokenListener NONE =
      new TokenListener() {
        @Override
        public void text(String more) {}

        @Override
        public void reasoning(String more) {}
      };

  /** Takes the next piece of the answer. */
  void text(String more);

  /** Takes the next piece of the thoughts before it. */
  void reasoning(String more);
}

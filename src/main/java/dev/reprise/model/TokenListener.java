package dev.reprise.model;

/**
 * Receives a reply while the model writes it. The pieces are not recorded: the reply that is
 * returned at the end counts, and the pieces of a call that failed are void.
 *
 * <p>The provider calls it on the thread of the call and never after the end of the call. An
 * implementation must neither throw nor wait.
 */
public interface TokenListener {

  /** Ignores everything. */
  TokenListener NONE =
      new TokenListener() {
        @Override
        public void text(String more) {}

        @Override
        public void reasoning(String more) {}
      };

  /** Receives the next piece of the answer. */
  void text(String more);

  /** Receives the next piece of the reasoning before the answer. */
  void reasoning(String more);
}

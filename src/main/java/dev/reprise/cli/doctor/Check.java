package dev.reprise.cli.doctor;

import dev.reprise.client.http.RepriseException;
import java.util.List;

/**
 * Looks for one kind of fault.
 *
 * @param subject what it looks at, such as {@code "the breakers"}
 */
record Check(String subject, Question question) {

  /** Finds out what is wrong. */
  @FunctionalInterface
  interface Question {

    /**
     * Returns what is wrong; empty if nothing is.
     *
     * @throws RepriseException if the server does not tell
     */
    List<Finding> findings(ServerState server) throws RepriseException, InterruptedException;
  }

  /** See {@link Question#findings}. */
  List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    return question.findings(server);
  }
}

package dev.reprise.cli.doctor;

import dev.reprise.client.http.RepriseException;
import java.util.List;

/** Looks for one kind of fault. */
interface Check {

  /** Returns what it looks at, such as {@code "the breakers"}. */
  String subject();

  /**
   * Returns what is wrong; empty if nothing is.
   *
   * @throws RepriseException if the server does not tell
   */
  List<Finding> findings(ServerState server) throws RepriseException, InterruptedException;
}

package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import java.util.Optional;

/**
 * The user on whose behalf a run is submitted.
 *
 * @param name of the user, or of the schedule that submits the run
 * @param role the highest role of that user, which is recorded with the run; empty if none is known
 * @param traceParent the span in which the user submits it, as a W3C trace context header
 */
public record Submitter(
    String tenant, String name, Optional<Role> role, Optional<String> traceParent) {

  /** Creates a submitter whose work is not traced. */
  public Submitter(String tenant, String name, Optional<Role> role) {
    this(tenant, name, role, Optional.empty());
  }
}

package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import java.util.List;
import java.util.Optional;

/**
 * The user on whose behalf a run is submitted.
 *
 * @param name of the user, or of the schedule that submits the run
 * @param role the highest role of that user, which is recorded with the run; empty if none is known
 * @param traceParent the span in which the user submits it, as a W3C trace context header
 * @param people who wrote or triggered the schedule that submits the run; empty if none does
 */
public record Submitter(
    String tenant,
    String name,
    Optional<Role> role,
    Optional<String> traceParent,
    List<String> people) {

  public Submitter {
    people = List.copyOf(people);
  }

  /** Creates a submitter whose work is not traced. */
  public Submitter(String tenant, String name, Optional<Role> role) {
    this(tenant, name, role, Optional.empty(), List.of());
  }

  /** Returns the submitter as one whose schedule these people wrote or triggered. */
  public Submitter of(List<String> authors) {
    return new Submitter(tenant, name, role, traceParent, authors);
  }
}

package dev.reprise.api.control;

import java.util.List;
import java.util.Optional;

/**
 * Who may decide about a call, or answer it.
 *
 * @param role the least that a person needs, because of the decision itself or of the tools that
 *     the run may call: {@code approver}, {@code operator} or {@code admin}; absent if no role is
 *     enough
 * @param only who alone can approve, edit or answer it, because it was passed on to this person
 * @param notBy the parties of the run, who can deny it, but not approve or edit it; empty if they
 *     can
 * @param peopleOnly whether an API key cannot approve or edit it either
 */
public record MayDecide(
    Optional<String> role, Optional<String> only, List<String> notBy, boolean peopleOnly) {

  public MayDecide {
    notBy = List.copyOf(notBy);
  }
}

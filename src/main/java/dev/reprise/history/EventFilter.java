package dev.reprise.history;

import java.util.Optional;
import java.util.Set;

/**
 * Which events of a run a search finds: those for which all of this holds.
 *
 * @param text is in one of their values, in upper or lower case
 * @param types one of these; all if empty
 * @param tool they are about a call of it, or are a reply that asks for one
 * @param faults whether only those are found that say what went wrong
 */
public record EventFilter(
    Optional<String> text, Set<String> types, Optional<String> tool, boolean faults) {

  public EventFilter {
    types = Set.copyOf(types);
  }

  /** Returns whether it finds each event. */
  public boolean findsAll() {
    return text.isEmpty() && types.isEmpty() && tool.isEmpty() && !faults;
  }
}

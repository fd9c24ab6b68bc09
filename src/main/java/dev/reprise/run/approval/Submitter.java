package dev.reprise.run.approval;

import dev.reprise.agent.Role;
import java.util.Optional;

/**
 * The person for whom a run works, as its record says.
 *
 * @param role the person's highest role when the run was submitted, forked or imported
 */
public record Submitter(String name, Role role) {

  private static final String SCHEDULE = "schedule ";

  /** Returns the name by which a schedule submits its runs. */
  public static String nameOfSchedule(String schedule) {
    return SCHEDULE + schedule;
  }

  /** Returns the schedule that submitted the run, if one did. */
  public Optional<String> schedule() {
    return name.startsWith(SCHEDULE)
        ? Optional.of(name.substring(SCHEDULE.length()))
        : Optional.empty();
  }
}

package dev.reprise.api.schedule;

import dev.reprise.api.http.ResourceUris;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.RunStatus;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringReason;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.FiringTrigger;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A firing of a schedule, or several due times that were skipped together.
 *
 * @param due the due time; the first of several
 * @param until the last of them
 * @param dues how many due times of the schedule the firing accounts for; 0 if a person requested
 *     it
 * @param reason why it waits or was skipped; absent until a server has checked it
 * @param attempts how many have begun
 * @param notBefore the earliest time at which it may start, as far as it is known
 * @param startedAt when its first attempt began
 * @param error what its last attempt failed with
 * @param run the run of the firing; absent if it has none, or the run was erased
 */
public record FiringView(
    UUID id,
    Instant due,
    Instant until,
    int dues,
    FiringTrigger source,
    FiringStatus status,
    Optional<FiringReason> reason,
    int attempts,
    Instant notBefore,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    Optional<String> error,
    Optional<RunOfFiring> run) {

  /** The run of a firing, and its address. */
  public record RunOfFiring(UUID id, RunStatus status, URI href) {

    static RunOfFiring of(Run run, UriInfo uri) {
      return new RunOfFiring(run.id(), run.status(), ResourceUris.of(run, uri));
    }
  }

  static FiringView of(Firing firing, Optional<RunOfFiring> run) {
    return new FiringView(
        firing.id(),
        firing.due(),
        firing.until(),
        firing.dueTimeCount(),
        firing.source(),
        firing.status(),
        firing.reason(),
        firing.attempts(),
        firing.notBefore(),
        firing.startedAt(),
        firing.endedAt(),
        firing.error(),
        run);
  }
}

package dev.reprise.api.schedule;

import dev.reprise.api.http.ResourceUris;
import dev.reprise.run.Run;
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
 * A firing of a schedule, or due times that were passed over together.
 *
 * @param due the time that it is for; the first of them
 * @param until the last of them
 * @param dues how many due times of the schedule it accounts for; 0 if somebody asked for it
 * @param reason why it waits, or was passed over; absent until a server has looked at it
 * @param attempts how many have begun
 * @param notBefore when it may start, as far as anybody knows
 * @param startedAt when its first attempt began
 * @param error what its last attempt failed with
 * @param run what it has begun; absent if there is no such run, or not any more
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

  /** The run of a firing, and where it is found. */
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
        firing.dues(),
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

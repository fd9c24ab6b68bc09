package dev.reprise.api.schedule;

import dev.reprise.api.http.ResourceUris;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Schedules;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;

/** Responses that show one schedule with its open firings, under an ETag. */
@ApplicationScoped
class ScheduleResponses {

  /** Open firings are searched among this many, the newest. */
  private static final int NEWEST = 100;

  private final Schedules schedules;
  private final FiringViewAssembler views;

  @Inject
  ScheduleResponses(Schedules schedules, FiringViewAssembler views) {
    this.schedules = schedules;
    this.views = views;
  }

  public Response ok(Schedule schedule, UriInfo uri) {
    return Response.ok(view(schedule, uri)).tag(tag(schedule)).build();
  }

  public Response created(Schedule schedule, UriInfo uri) {
    return Response.created(ResourceUris.of(schedule, uri))
        .entity(view(schedule, uri))
        .tag(tag(schedule))
        .build();
  }

  private ScheduleView view(Schedule schedule, UriInfo uri) {
    List<Firing> open =
        schedules.history(schedule, Optional.empty(), NEWEST).stream()
            .filter(firing -> !firing.status().isEnded())
            .toList();
    return ScheduleView.of(schedule, Optional.of(views.of(open, uri)), schedules.now());
  }

  /**
   * Returns the ETag of a schedule. It includes the id, because a schedule that is created again
   * under a name starts again with the first revision.
   */
  static EntityTag tag(Schedule schedule) {
    return new EntityTag(
        "%d-%08x".formatted(schedule.revision(), schedule.id().getMostSignificantBits() >>> 32));
  }
}

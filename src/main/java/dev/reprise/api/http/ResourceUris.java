package dev.reprise.api.http;

import dev.reprise.queue.row.Run;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Schedule;
import dev.reprise.webhook.Webhook;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.UUID;

/** The addresses of this API's resources. */
public final class ResourceUris {

  private ResourceUris() {}

  public static URI of(Run run, UriInfo uri) {
    return run(run.id(), uri);
  }

  static URI run(UUID id, UriInfo uri) {
    return uri.getBaseUriBuilder().path("runs").path(id.toString()).build();
  }

  public static URI undoPlan(UUID run, long after, UriInfo uri) {
    return UriBuilder.fromUri(run(run, uri)).path("undo-plan").queryParam("after", after).build();
  }

  public static URI batch(UUID id, UriInfo uri) {
    return uri.getBaseUriBuilder().path("batches").path(id.toString()).build();
  }

  public static URI apiKey(UUID id, UriInfo uri) {
    return uri.getBaseUriBuilder().path("api-keys").path(id.toString()).build();
  }

  public static URI of(Schedule schedule, UriInfo uri) {
    return uri.getBaseUriBuilder().path("schedules").path(schedule.name()).build();
  }

  public static URI of(Webhook webhook, UriInfo uri) {
    return uri.getBaseUriBuilder().path("webhooks").path(webhook.id().toString()).build();
  }

  public static URI of(Schedule schedule, Firing firing, UriInfo uri) {
    return UriBuilder.fromUri(of(schedule, uri))
        .path("firings")
        .path(firing.id().toString())
        .build();
  }
}

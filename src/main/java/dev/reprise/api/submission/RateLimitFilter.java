package dev.reprise.api.submission;

import dev.reprise.api.identity.Caller;
import dev.reprise.queue.QueueLimit;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/**
 * Says in the response how many more runs the tenant may queue, in the form of the IETF draft
 * <i>RateLimit header fields for HTTP</i> (draft-ietf-httpapi-ratelimit-headers-10).
 */
@Provider
@QueuesRuns
public class RateLimitFilter implements ContainerRequestFilter, ContainerResponseFilter {

  private static final String TENANT = RateLimitFilter.class.getName();

  @Inject Caller caller;
  @Inject QueueLimit limit;

  /** The response of a request that waits comes from another thread, which knows no caller. */
  @Override
  public void filter(ContainerRequestContext request) {
    request.setProperty(TENANT, caller.tenant());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(TENANT) instanceof String tenant) {
      response
          .getHeaders()
          .putSingle("RateLimit-Policy", "\"queued-runs\";q=%d".formatted(limit.maxQueued()));
      response
          .getHeaders()
          .putSingle("RateLimit", "\"queued-runs\";r=%d".formatted(limit.room(tenant)));
    }
  }
}

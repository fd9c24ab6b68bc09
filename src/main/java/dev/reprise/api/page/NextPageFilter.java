package dev.reprise.api.page;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.ext.Provider;

/** Adds to each page but the last a link to the next one. */
@Provider
@Priority(Priorities.USER) // while the body is still the page, and not its bytes
public class NextPageFilter implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (response.getEntity() instanceof Paged page) {
      page.nextCursor()
          .map(
              next ->
                  request
                      .getUriInfo()
                      .getRequestUriBuilder()
                      .replaceQueryParam("cursor", next)
                      .build())
          .ifPresent(
              next ->
                  response
                      .getHeaders()
                      .add(HttpHeaders.LINK, Link.fromUri(next).rel("next").build()));
    }
  }
}

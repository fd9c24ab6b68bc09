package dev.reprise.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

/** Lets a request without a body do without its type; the framework would refuse it. */
@Provider
@PreMatching
public class AbsentBody implements ContainerRequestFilter {

  @Context HttpServletRequest exchange;

  @Override
  public void filter(ContainerRequestContext request) {
    if (exchange.getContentLengthLong() == 0 && exchange.getContentType() == null) {
      request.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
    }
  }
}

package dev.reprise.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Responds to every failure with a problem. */
@Provider
public class ThrowableMapper implements ExceptionMapper<Throwable> {

  @Context UriInfo uri;
  @Context HttpServletRequest request;

  @Override
  public Response toResponse(Throwable fault) {
    return ProblemResponse.to(fault, uri, request);
  }
}

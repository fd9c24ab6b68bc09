package dev.reprise.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.ValidationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Takes precedence over the framework's own mapper, which does not respond with a problem. */
@Provider
public class ConstraintViolationMapper implements ExceptionMapper<ValidationException> {

  @Context UriInfo uri;
  @Context HttpServletRequest request;

  @Override
  public Response toResponse(ValidationException fault) {
    return ProblemResponse.to(fault, uri, request);
  }
}

package dev.reprise.api.body;

import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.Optional;

/**
 * Refuses bodies over 1 MiB, and record files over 64 MiB: by their announced length, or as soon as
 * so much has been read. Which limit counts follows from the resource method that the request has
 * reached, not from how its path looks.
 *
 * <p>Packed bodies are refused as such: the server would unpack them before anybody could count.
 */
@Provider
@Priority(Priorities.ENTITY_CODER)
@ApplicationScoped
public class BodyLimit implements ContainerRequestFilter {

  /** Property of a request whose body may have another length. */
  public static final String MAX_BYTES_HERE = "dev.reprise.body.max-bytes";

  @Context HttpServletRequest exchange;
  @Inject RequestBodyPermit place;

  @Override
  public void filter(ContainerRequestContext request) {
    requireUnpacked();
    Optional<Integer> special = Optional.ofNullable((Integer) request.getProperty(MAX_BYTES_HERE));
    int limit = special.orElse(ApiJson.MAX_BYTES);
    // not the header: the framework's copy of it can hold the length twice
    long announced = exchange.getContentLengthLong();
    if (announced > limit) {
      throw BoundedBody.tooLarge(limit);
    }
    if (announced > BodyPermits.SMALL_BYTES) {
      place.takeLarge();
    }
    request.setEntityStream(new BoundedBody(request.getEntityStream(), limit, place::takeLarge));
  }

  private void requireUnpacked() {
    String encoding = exchange.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !encoding.isBlank() && !encoding.equalsIgnoreCase("identity")) {
      throw new ProblemException(
          ProblemType.UNSUPPORTED_MEDIA_TYPE,
          "A body is sent as it is here, without Content-Encoding.");
    }
  }
}

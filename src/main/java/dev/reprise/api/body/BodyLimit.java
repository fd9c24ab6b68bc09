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
 * Refuses bodies over 1 MiB, and files over 64 MiB, by their announced length or as soon as so many
 * bytes are read. The resource method that matched the request decides which limit applies, not the
 * form of the path.
 *
 * <p>Compressed bodies are refused, because the server would decompress them before they could be
 * counted.
 */
@Provider
@Priority(Priorities.ENTITY_CODER)
@ApplicationScoped
public class BodyLimit implements ContainerRequestFilter {

  /** Property of a request with the limit of its body, if it differs. */
  public static final String MAX_BYTES_HERE = "dev.reprise.body.max-bytes";

  @Context HttpServletRequest exchange;
  @Inject RequestBody body;

  @Override
  public void filter(ContainerRequestContext request) {
    requireUncompressed();
    Optional<Integer> special = Optional.ofNullable((Integer) request.getProperty(MAX_BYTES_HERE));
    int limit = special.orElse(ApiJson.MAX_BYTES);
    // not from the header: the framework's copy of it can have the length twice
    long announced = exchange.getContentLengthLong();
    if (announced > limit) {
      throw BoundedBody.tooLarge(limit);
    }
    request.setEntityStream(body.of(request.getEntityStream(), limit));
  }

  private void requireUncompressed() {
    String encoding = exchange.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !encoding.isBlank() && !encoding.equalsIgnoreCase("identity")) {
      throw new ProblemException(
          ProblemType.UNSUPPORTED_MEDIA_TYPE, "The body must be sent without Content-Encoding.");
    }
  }
}

package dev.reprise.api.http;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * The version of a resource that a client has seen, and only on which it acts. Without the header
 * it acts on any.
 */
public class IfMatch {

  @Parameter(
      description =
          "The ETag of the resource as the client knows it; if the resource has changed since,"
              + " nothing is done")
  @HeaderParam(HttpHeaders.IF_MATCH)
  @Nullable String header;

  @Context @Nullable Request request;

  /**
   * Checks that a resource is what the client has seen.
   *
   * @param what names it at the beginning of a sentence
   * @throws ProblemException if it has another ETag
   */
  public void require(String what, EntityTag present) {
    if (header != null && request != null && request.evaluatePreconditions(present) != null) {
      throw changed(what, present);
    }
  }

  /**
   * Checks that the client has seen nothing, because there is nothing.
   *
   * @throws ProblemException if it has
   */
  public void requireNothing(String what) {
    if (header != null) {
      throw new ProblemException(
          ProblemType.PRECONDITION_FAILED, what + " does not exist, or not any more.");
    }
  }

  /**
   * Returns the only version of a resource on which the client acts; empty for any.
   *
   * @throws ProblemException if the resource has another ETag
   */
  public <V> Optional<V> only(String what, EntityTag present, V version) {
    require(what, present);
    return header == null || header.strip().equals("*") ? Optional.empty() : Optional.of(version);
  }

  /** Returns the problem that a resource is not what the client has seen. */
  public static ProblemException changed(String what, EntityTag present) {
    return new ProblemException(
        ProblemType.PRECONDITION_FAILED,
        "%s has changed since: it is at \"%s\" now; read it again and decide again."
            .formatted(what, present.getValue()));
  }
}

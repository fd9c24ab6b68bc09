package dev.reprise.api.batch;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchStatus;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The version of a batch that a client has seen, and only on which it acts. */
public class BatchCondition {

  @Parameter(
      description =
          "The ETag of the batch as the client knows it; if its status has changed since, nothing"
              + " is done")
  @HeaderParam(HttpHeaders.IF_MATCH)
  @Nullable String ifMatch;

  @Context @Nullable Request request;

  /** Returns the ETag of a batch, which changes with its status and each job that claims it. */
  static EntityTag tag(Batch batch) {
    Batch.State state = batch.state();
    return new EntityTag(
        "%d-%s-%s"
            .formatted(
                batch.holder().epoch(),
                state.status(),
                state.requested().map(BatchStatus::name).orElse("")));
  }

  /**
   * Returns the only version of a batch on which the client acts; empty for any.
   *
   * @throws ProblemException if the batch has another one
   */
  Optional<Batch.Version> on(Batch batch) {
    if (ifMatch == null || request == null) {
      return Optional.empty();
    }
    if (request.evaluatePreconditions(tag(batch)) != null) {
      throw changed(batch);
    }
    return ifMatch.strip().equals("*") ? Optional.empty() : Optional.of(batch.version());
  }

  /** Returns the problem that a batch is not what the client has seen. */
  static ProblemException changed(Batch now) {
    return new ProblemException(
        ProblemType.PRECONDITION_FAILED,
        "Batch %s has moved on: it is at \"%s\" now; read it again and decide anew."
            .formatted(now.id(), tag(now).getValue()));
  }
}

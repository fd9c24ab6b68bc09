package dev.reprise.api.batch;

import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchStatus;
import jakarta.ws.rs.core.EntityTag;
import java.util.Optional;

/** The ETag of a batch, which changes with its status and each job that claims it. */
final class BatchTag {

  private BatchTag() {}

  static EntityTag of(Batch batch) {
    Batch.State state = batch.state();
    return new EntityTag(
        "%d-%s-%s"
            .formatted(
                batch.holder().epoch(),
                state.status(),
                state.requested().map(BatchStatus::name).orElse("")));
  }

  /**
   * Returns the only version of a batch on which a client acts; empty for any.
   *
   * @throws ProblemException if the batch has another one
   */
  static Optional<Batch.Version> only(IfMatch condition, Batch batch) {
    return condition.only("Batch " + batch.id(), of(batch), batch.version());
  }

  /** Returns the problem that a batch is not what the client has seen. */
  static ProblemException changed(Batch now) {
    return IfMatch.changed("Batch " + now.id(), of(now));
  }
}

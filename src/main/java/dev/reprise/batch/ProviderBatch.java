package dev.reprise.batch;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * A batch of a provider that answers items of a batch.
 *
 * @param id of the submission, which the provider keeps
 * @param provider its name in agents' documents
 * @param providerId the provider's id of the batch; empty until it is known
 * @param requests their number, from 1
 * @param intendedAt when it was recorded, which is before the provider was asked
 * @param reserved what its replies are expected to cost
 */
public record ProviderBatch(
    UUID id,
    UUID batch,
    String provider,
    Optional<String> providerId,
    int requests,
    State state,
    Instant intendedAt,
    Reserved reserved) {

  /**
   * What the replies of a batch are expected to cost.
   *
   * @param day of whose limits it is reserved; empty if no limit applied
   * @param usd in US dollars; empty if it is not known
   * @param tokens read and written by the model
   */
  public record Reserved(Optional<LocalDate> day, Optional<BigDecimal> usd, long tokens) {

    /** Nothing. */
    public static final Reserved NOTHING = new Reserved(Optional.empty(), Optional.empty(), 0);
  }

  /** Where it stands. */
  public enum State {
    /** The holder of the batch submits it; without a holder the answer is lost. */
    SUBMITTING,
    /** The provider may have it or not; the provider's list is searched when it is due. */
    UNKNOWN,
    /** The provider has it. */
    OPEN,
    /** The provider has ended it; its results are to be read. */
    ENDED,
    /** Its replies are stored. */
    COLLECTED,
    /** The provider refused it as a whole; its items may be submitted again. */
    REFUSED,
    /** It was cancelled with its batch. */
    CANCELLED
  }

  /** Returns the same batch in another state. */
  public ProviderBatch in(State next) {
    return new ProviderBatch(id, batch, provider, providerId, requests, next, intendedAt, reserved);
  }
}

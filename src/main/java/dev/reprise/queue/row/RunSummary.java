package dev.reprise.queue.row;

import dev.reprise.agent.Cost;
import dev.reprise.agent.message.Failure;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Transient;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What lists show of a run beside its status, without its record: how far it has come, how it ended
 * and why it stands still.
 */
@Embeddable
public class RunSummary {

  @Column(name = "phase")
  private @Nullable String phase;

  @Column(name = "iteration")
  private @Nullable Integer iteration;

  @Column(name = "spent_usd")
  private @Nullable BigDecimal spentUsd;

  @Column(name = "progressed_at")
  private @Nullable Instant progressedAt;

  @Column(name = "ended_at")
  private @Nullable Instant endedAt;

  @Column(name = "failure_code")
  private @Nullable String failureCode;

  @Column(name = "status_reason")
  private @Nullable String statusReason;

  @Transient private Optional<String> reason = Optional.empty();

  /** For JPA. */
  protected RunSummary() {}

  /** Decrypts the reason, which is stored encrypted. */
  void showReason(ReasonEncryption reasons, UUID run) {
    reason =
        Optional.ofNullable(statusReason)
            .map(it -> reasons.show(run, ReasonEncryption.Kind.STATUS, 0, it));
  }

  /** Returns the phase that the run is in, or was in when it ended. */
  public Optional<String> phase() {
    return Optional.ofNullable(phase);
  }

  /** Returns how many replies of the model that phase has. */
  public Optional<Integer> iteration() {
    return Optional.ofNullable(iteration);
  }

  /** Returns what the run and its child runs have spent, in US dollars. */
  public Optional<BigDecimal> spentUsd() {
    return Optional.ofNullable(spentUsd).map(Cost::shortest);
  }

  /** Returns when the holder of the run last appended to its record. */
  Optional<Instant> progressedAt() {
    return Optional.ofNullable(progressedAt);
  }

  /** Returns when the run ended. */
  public Optional<Instant> endedAt() {
    return Optional.ofNullable(endedAt);
  }

  /** Returns why the run failed; its message may be shortened. */
  public Optional<Failure> failure() {
    return Optional.ofNullable(failureCode).map(code -> new Failure(code, reason.orElse("")));
  }

  /** Returns in words why the run waits, was paused or cancelled, or failed; may be shortened. */
  public Optional<String> reason() {
    return reason.filter(text -> !text.isEmpty());
  }
}

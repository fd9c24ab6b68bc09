package dev.reprise.queue.row;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Transient;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What people request of a run that a server holds, until its holder has carried it out. */
@Embeddable
public class RunRequests {

  @Column(name = "cancelled_by")
  private @Nullable String cancelledBy;

  @Column(name = "cancel_reason")
  private @Nullable String cancelReason;

  @Column(name = "paused_by")
  private @Nullable String pausedBy;

  @Column(name = "pause_reason")
  private @Nullable String pauseReason;

  @Transient private Optional<String> cancelReasonShown = Optional.empty();
  @Transient private Optional<String> pauseReasonShown = Optional.empty();

  /** For JPA. */
  protected RunRequests() {}

  /** Decrypts the reasons, which are stored encrypted. */
  void showReasons(ReasonEncryption reasons, UUID run) {
    cancelReasonShown =
        Optional.ofNullable(cancelReason)
            .map(it -> reasons.show(run, ReasonEncryption.Kind.CANCEL, 0, it));
    pauseReasonShown =
        Optional.ofNullable(pauseReason)
            .map(it -> reasons.show(run, ReasonEncryption.Kind.PAUSE, 0, it));
  }

  Optional<Run.CancelRequest> cancel() {
    return Optional.ofNullable(cancelledBy)
        .map(by -> new Run.CancelRequest(by, cancelReasonShown.orElse("")));
  }

  Optional<Run.PauseRequest> pause() {
    return Optional.ofNullable(pausedBy)
        .map(by -> new Run.PauseRequest(by, pauseReasonShown.filter(reason -> !reason.isEmpty())));
  }
}

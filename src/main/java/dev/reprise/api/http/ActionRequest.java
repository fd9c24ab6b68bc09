package dev.reprise.api.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to change the status of a run or a firing.
 *
 * @param reason for the record; may be absent
 */
public record ActionRequest(@Nullable @OneLine String reason) {

  /** Returns the reason of a request that may be absent; empty if there is none. */
  public static Optional<String> reasonOf(@Nullable ActionRequest request) {
    return Optional.ofNullable(request).map(ActionRequest::reason);
  }
}

package dev.reprise.batch;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a batch waits although items of it could begin.
 *
 * @param reason in words
 * @param until when it is tried again; empty if a person must act first
 * @param neededUsd the cost, in US dollars, that a person must approve; empty if it waits for
 *     something else
 */
public record Hold(String reason, Optional<Instant> until, Optional<BigDecimal> neededUsd) {

  /** Returns a hold that time ends. */
  public static Hold until(Instant until, String reason) {
    return new Hold(reason, Optional.of(until), Optional.empty());
  }
}

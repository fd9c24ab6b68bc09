package dev.reprise.api.operations;

import dev.reprise.api.http.RequestTime;
import dev.reprise.operations.retention.RetentionPlan;
import java.time.Instant;
import java.util.Optional;

/** A retention plan as clients name it: its time, from which it is made again, and its digest. */
record RetentionPlanToken(Instant asOf, String digest) {

  static final String PATTERN = "[0-9TZ:.-]{20,40}/[0-9a-f]{64}";

  static RetentionPlanToken of(RetentionPlan plan) {
    return new RetentionPlanToken(plan.asOf(), plan.digest());
  }

  /** Returns the plan that a text of the {@link #PATTERN} names; empty if its time is not valid. */
  static Optional<RetentionPlanToken> read(String text) {
    int slash = text.indexOf('/');
    return RequestTime.read(text.substring(0, slash))
        .map(asOf -> new RetentionPlanToken(asOf, text.substring(slash + 1)));
  }

  @Override
  public String toString() {
    return asOf + "/" + digest;
  }
}

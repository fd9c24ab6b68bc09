package dev.reprise.resilience;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What kind of failure was met: the one taxonomy that models, tools and artifacts share. */
public enum FailureClass {

  /** No answer within the time limit; the effect of the call may have happened. */
  TIMEOUT(true, true),

  /** The other side could not be reached, or the connection broke before any answer. */
  CONNECTION(true, true),

  /** The caller's quota is used up for now. It says nothing about the health of the other side. */
  RATE_LIMITED(true, false),

  /** The other side is overloaded. */
  OVERLOADED(true, true),

  /** The other side failed to process the request. */
  SERVER_ERROR(true, true),

  /** An answer broke off in the middle. */
  STREAM_RESET(true, true),

  /** A model's reply came whole and says nothing. */
  EMPTY_REPLY(true, false),

  /** The caller is unknown, or not allowed to make this request. */
  AUTHENTICATION(false, false),

  /** The request itself is wrong. */
  INVALID_REQUEST(false, false),

  /** The request is longer than the model can read. */
  CONTEXT_EXCEEDED(false, false),

  /** The other side refuses to answer this request. */
  CONTENT_REFUSED(false, false),

  /** The caller gave up. */
  CANCELLED(false, false),

  /** A {@link CircuitBreaker} is open: no call was made. */
  BREAKER_OPEN(false, false),

  /** This server could not be sure that the run is still its own, so it started nothing. */
  LEASE_UNCONFIRMED(true, false),

  /** An admin has stopped such calls: none was made. */
  SWITCHED_OFF(false, false),

  /** Of a tool that an agent wrote: its own fault, which only another version fixes. */
  INTRINSIC(false, true),

  /** Of a tool that an agent wrote: the fault of something that it uses, which may pass. */
  EXTRINSIC(true, true),

  /** Of a tool that an agent wrote: what it uses has changed, and the tool must change too. */
  ADAPTIVE(false, true),

  /** None of these, as far as the server can tell. */
  UNKNOWN(false, true);

  private final boolean isTransient;
  private final boolean countsForBreaker;

  FailureClass(boolean isTransient, boolean countsForBreaker) {
    this.isTransient = isTransient;
    this.countsForBreaker = countsForBreaker;
  }

  /** Returns the class of this {@link #code}, if there is one. */
  public static Optional<FailureClass> of(String code) {
    return Arrays.stream(values()).filter(known -> known.code().equals(code)).findFirst();
  }

  /** Returns whether the same call may succeed later without any change. */
  public boolean isTransient() {
    return isTransient;
  }

  /** Returns whether it says something about the health of the other side. */
  public boolean countsForBreaker() {
    return countsForBreaker;
  }

  /** Returns whether the call may have been carried out, and paid for, all the same. */
  public boolean mayHaveHappened() {
    return this == TIMEOUT || this == STREAM_RESET || this == UNKNOWN;
  }

  /** Returns the stable name, in snake case, for example {@code rate_limited}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}

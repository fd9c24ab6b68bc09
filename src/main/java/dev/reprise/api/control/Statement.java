package dev.reprise.api.control;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.journal.HumanInputEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * That a person said something of a call. The methods return the event that records what it was.
 *
 * @param reason as the person gave it, if any
 * @param digest of the call as the person saw it
 */
record Statement(CallLocation call, String by, Instant at, Optional<String> reason, String digest) {

  HumanInputEvent.Decided decided(boolean approved) {
    return new HumanInputEvent.Decided(
        call.phase(),
        call.iteration(),
        call.callId(),
        approved,
        by,
        at,
        reason,
        Optional.of(digest));
  }

  HumanInputEvent.Allowed allowed(BigDecimal upTo) {
    return new HumanInputEvent.Allowed(
        call.phase(), call.iteration(), call.callId(), upTo, by, at, reason, Optional.of(digest));
  }

  HumanInputEvent.Edited edited(HumanInputEvent.Edited.Change change) {
    return new HumanInputEvent.Edited(
        call.phase(), call.iteration(), call.callId(), change, by, at, reason, Optional.of(digest));
  }

  HumanInputEvent.Assigned assigned(String to) {
    return new HumanInputEvent.Assigned(
        call.phase(), call.iteration(), call.callId(), to, by, at, reason, Optional.of(digest));
  }

  /** Returns the answer to a question, which has no reason. */
  HumanInputEvent.Answered answered(String answer) {
    return new HumanInputEvent.Answered(
        call.phase(), call.iteration(), call.callId(), answer, by, at, Optional.of(digest));
  }
}

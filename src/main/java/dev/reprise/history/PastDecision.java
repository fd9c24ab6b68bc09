package dev.reprise.history;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a person said earlier about a tool call of the same run.
 *
 * @param call the id of the call
 * @param tool absent if it is not known
 */
public record PastDecision(String call, Optional<String> tool, HumanStep decision) {

  /** Returns what people said about a call. */
  static Stream<PastDecision> of(RecordedCall call) {
    return call.events().stream()
        .flatMap(event -> HumanStep.of(event).stream())
        .filter(step -> step.by().isPresent())
        .map(step -> new PastDecision(call.location().callId(), call.tool(), step.shortened()));
  }
}

package dev.reprise.execution.model;

import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Says what to record of an abandoned model call. Nobody takes its reply, but the provider may
 * charge for it.
 *
 * @param call the call as it was expected
 * @param failure what else to record if the call did not end in time
 */
record AbandonedModelCall(ModelEvent.Unanswered call, Supplier<List<RunEvent>> failure)
    implements SupervisedCall.Abandoned {

  @Override
  public List<RunEvent> overdue(boolean begun) {
    return begun
        ? Stream.concat(stopped().stream(), failure.get().stream()).toList()
        : failure.get();
  }

  @Override
  public List<RunEvent> stopped() {
    return List.of(call);
  }
}

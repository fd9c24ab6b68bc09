package dev.reprise.api.history;

import dev.reprise.api.control.OpenCalls;
import dev.reprise.api.control.ToolCallStatus;
import dev.reprise.api.control.ToolCallView;
import dev.reprise.history.CallEntry;
import dev.reprise.queue.row.Run;
import java.util.Optional;

/**
 * Shows the tool calls of a run. What is open is shown as the run's state has it, because decisions
 * of people are about that; what has ended is shown as the record has it. The state is read only if
 * a call is open.
 */
final class RecordedCalls {

  private final OpenCalls open;
  private final Run run;
  private Optional<OpenCalls.Needs> needs = Optional.empty();

  RecordedCalls(OpenCalls open, Run run) {
    this.open = open;
    this.run = run;
  }

  /** Returns what the run needs now. */
  OpenCalls.Needs needs() {
    if (needs.isEmpty()) {
      needs = Optional.of(open.of(run));
    }
    return needs.get();
  }

  ToolCallStatus status(CallEntry entry) {
    return ofState(entry).map(ToolCallView::status).orElseGet(() -> ToolCallStatus.of(entry));
  }

  RecordedCallView view(CallEntry entry) {
    return RecordedCallView.of(entry, ofState(entry).orElseGet(() -> ToolCallView.of(entry)));
  }

  private Optional<ToolCallView> ofState(CallEntry entry) {
    return entry.state().isEnded()
        ? Optional.empty()
        : needs().calls().stream().filter(view -> isOf(entry, view.call())).findFirst();
  }

  private static boolean isOf(CallEntry entry, ToolCallView.Call call) {
    return call.id().equals(entry.state().call().id())
        && call.phase().equals(entry.phase())
        && call.iteration() == entry.iteration();
  }
}

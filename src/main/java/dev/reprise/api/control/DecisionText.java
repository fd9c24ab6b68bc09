package dev.reprise.api.control;

import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.queue.row.Run;

/** Why a decision about a call is not recorded, in words. */
final class DecisionText {

  private DecisionText() {}

  static String notYours(HumanInputEvent input, String assignee) {
    return "%s was passed on to '%s', who alone can approve or answer it; you can deny it or pass it on with :delegate."
        .formatted(named(input), assignee);
  }

  static String decided(HumanInputEvent input, RecordedEvent before) {
    var past = (HumanInputEvent) before.event();
    return "%s was %s by '%s' (event %d); a second decision changes nothing."
        .formatted(named(input), said(past), past.by(), before.sequence());
  }

  private static String said(HumanInputEvent past) {
    return switch (past) {
      case HumanInputEvent.Decided it -> it.approved() ? "approved" : "refused";
      case HumanInputEvent.Allowed ignored -> "approved together with later calls of its tool";
      case HumanInputEvent.Edited it ->
          it.change().forAnother() ? "changed" : "approved with other arguments";
      case HumanInputEvent.Answered ignored -> "answered";
      case HumanInputEvent.Assigned it -> "passed on to '%s'".formatted(it.to());
      case HumanInputEvent.Resolved it -> "resolved as " + it.verdict();
    };
  }

  static String notOpen(Run run, HumanInputEvent input) {
    return "%s does not wait for this, or has changed since you saw it. Run %s is %s; a decision is accepted until its time is over or the run has ended, about a call that openCalls names and GET …/tool-calls shows; a resolution only while the run is WAITING."
        .formatted(named(input), run.id(), run.status());
  }

  static String named(HumanInputEvent input) {
    return "Call '%s' of phase '%s', iteration %d,"
        .formatted(input.callId(), input.phase(), input.iteration());
  }
}

package dev.reprise.webhook;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.RunEvent;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a person reads in a mail about a run: what happened, and where to decide. */
record MailText(String subject, String body) {

  private static final Set<EventKind> TO_DECIDE =
      EnumSet.of(
          EventKind.WAITING_FOR_APPROVAL,
          EventKind.WAITING_FOR_ANSWER,
          EventKind.CALL_ASSIGNED,
          EventKind.CALL_REMINDED,
          EventKind.CALL_ESCALATED);

  /**
   * Returns whether people decide something after this event: also after a pause that no person
   * made, because of an expired approval or a limit of spending.
   *
   * @param event as the record has it
   */
  static boolean isToDecide(EventKind kind, Optional<RunEvent> event) {
    return TO_DECIDE.contains(kind) || event.filter(MailText::isPausedForPeople).isPresent();
  }

  private static boolean isPausedForPeople(RunEvent event) {
    return event instanceof ControlEvent.Paused paused && paused.waitingFor().isPresent();
  }

  /**
   * Returns the text about an event.
   *
   * @param reason what the record says about why it happened
   * @param link to the page where a person decides; empty if there is nothing to decide
   */
  static MailText of(ClaimedDelivery delivery, Optional<String> reason, Optional<String> link) {
    String agent = delivery.subject().agent();
    String run = delivery.id().run().toString();
    var body = new StringBuilder();
    body.append("Event:  ").append(delivery.event().eventName()).append('\n');
    body.append("Run:    ").append(run).append('\n');
    body.append("Agent:  ").append(agent).append('\n');
    body.append("Tenant: ").append(delivery.subject().tenant()).append('\n');
    body.append("Time:   ").append(delivery.happenedAt()).append('\n');
    reason.ifPresent(text -> body.append('\n').append(text).append('\n'));
    link.ifPresent(
        url ->
            body.append("\nLook at it and decide, after a login:\n")
                .append(url)
                .append("\n\nThe link works for seven days, for people who may decide.\n"));
    return new MailText(
        "[Reprise] %s: %s, run %s"
            .formatted(delivery.event().eventName(), agent, run.substring(0, 8)),
        body.toString());
  }
}

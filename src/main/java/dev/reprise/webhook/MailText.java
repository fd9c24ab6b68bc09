package dev.reprise.webhook;

import dev.reprise.history.PastCall;
import dev.reprise.history.PastDecision;
import dev.reprise.history.RecentSteps;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.PlainText;
import dev.reprise.webhook.ClaimedDelivery.Receiver;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a person reads in a mail about a run: what happened, and where to decide. What models and
 * people wrote is one line each, shortened and without characters that cannot be seen, so that it
 * passes for no line of ours.
 */
record MailText(String subject, String body) {

  private static final int MAX_NAME = 100;
  private static final int MAX_REASON = 300;

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
   */
  static MailText of(ClaimedDelivery delivery, Optional<String> reason) {
    String agent = delivery.subject().agent();
    String run = delivery.id().run().toString();
    var body = new StringBuilder();
    body.append("Event:  ").append(delivery.event().eventName()).append('\n');
    body.append("Run:    ").append(run).append('\n');
    body.append("Agent:  ").append(agent).append('\n');
    body.append("Tenant: ").append(delivery.subject().tenant()).append('\n');
    body.append("Time:   ").append(delivery.happenedAt()).append('\n');
    reason.ifPresent(text -> body.append('\n').append(PlainText.of(text, MAX_REASON)).append('\n'));
    return new MailText(
        "[Reprise] %s: %s, run %s"
            .formatted(delivery.event().eventName(), agent, run.substring(0, 8)),
        body.toString());
  }

  /** Returns the text of a message that was asked for to see whether mail arrives. */
  static MailText ofTest(Receiver receiver, Instant now) {
    return new MailText(
        "[Reprise] " + WebhookMessage.TEST,
        "Event:  %s\nTenant: %s\nTime:   %s\n"
            .formatted(WebhookMessage.TEST, receiver.tenant(), now));
  }

  /**
   * Returns the text with what was done before, but without arguments, results and reasons: mail
   * leaves the house.
   */
  MailText withSteps(RecentSteps before) {
    List<String> calls = before.calls().stream().map(MailText::line).toList();
    List<String> decisions = before.decisions().stream().map(MailText::line).toList();
    return with(
        section("Calls before this:", calls) + section("Decisions before this:", decisions));
  }

  private static String line(PastCall call) {
    return "- %s of %s: %s%s\n"
        .formatted(
            name(call.id()),
            name(call.tool()),
            call.outcome(),
            call.usd().map(usd -> ", %s USD".formatted(usd.toPlainString())).orElse(""));
  }

  private static String line(PastDecision past) {
    return "- %s of %s: %s by %s\n"
        .formatted(
            name(past.call()),
            name(past.tool().orElse("?")),
            past.decision().kind(),
            name(past.decision().by().orElse("?")));
  }

  private static String name(String text) {
    return PlainText.of(text, MAX_NAME);
  }

  private static String section(String title, List<String> lines) {
    return lines.isEmpty() ? "" : "\n" + title + "\n" + String.join("", lines);
  }

  /** Returns the text with a link to the page where a person decides. */
  MailText withLink(String url) {
    return with(
        "\nLook at it and decide, after a login:\n"
            + url
            + "\n\nThe link works for seven days, for people who may decide; the page says who.\n");
  }

  private MailText with(String more) {
    return new MailText(subject, body + more);
  }
}

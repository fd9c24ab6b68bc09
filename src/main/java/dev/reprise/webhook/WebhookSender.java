package dev.reprise.webhook;

import dev.reprise.history.RunHistory;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.resilience.Fence;
import dev.reprise.web.HostAllowlist;
import dev.reprise.web.NoResponseException;
import dev.reprise.web.RequestBlockedException;
import dev.reprise.web.WebClient;
import dev.reprise.web.WebRequest;
import dev.reprise.web.WebResponse;
import dev.reprise.webhook.ClaimedDelivery.Receiver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.mail.MessagingException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Sends one message to one webhook, once: by mail, or as a signed POST through the guard against
 * request forgery. Redirects are not followed, and the body of the response is neither kept nor
 * shown. Tested by {@code WebhookDispatcherTest}.
 */
@ApplicationScoped
class WebhookSender {

  /** Enough for the answer of any receiver, which is discarded. */
  private static final int MAX_ANSWER_BYTES = 16 * 1024;

  private static final Duration LINK_VALID = Duration.ofDays(7);

  private final Journal journal;
  private final RunHistory history;
  private final WebClient web;
  private final MailSender mail;
  private final SecretStore secrets;
  private final Duration timeout;
  private final Clock clock;

  @Inject
  WebhookSender(
      Journal journal,
      WebClient web,
      MailSender mail,
      TextEncryption texts,
      WebhookSettings settings,
      Clock clock) {
    this(journal, web, mail, new SecretStore(texts), settings.timeout, clock);
  }

  WebhookSender(
      Journal journal,
      WebClient web,
      MailSender mail,
      SecretStore secrets,
      Duration timeout,
      Clock clock) {
    this.journal = journal;
    this.history = new RunHistory(journal);
    this.web = web;
    this.mail = mail;
    this.secrets = secrets;
    this.timeout = timeout;
    this.clock = clock;
  }

  /**
   * How an attempt ended.
   *
   * @param retryAfter how long the receiver asks to wait, if it does
   */
  record Sent(Delivery.LastAnswer answer, Optional<Duration> retryAfter) {

    /** A mail server says no more than that it accepted the message. */
    private static final Sent BY_MAIL =
        new Sent(new Delivery.LastAnswer(Optional.empty(), Optional.empty()), Optional.empty());

    private static Sent failed(String error) {
      return new Sent(
          new Delivery.LastAnswer(Optional.empty(), Optional.of(error)), Optional.empty());
    }

    boolean isAccepted() {
      return answer.error().isEmpty();
    }
  }

  /**
   * Sends an event.
   *
   * @throws JournalUnavailableException if the event cannot be read now; then nothing was sent
   * @throws InterruptedException if the caller was interrupted; the receiver may have got it
   */
  Sent send(ClaimedDelivery delivery) throws InterruptedException {
    return send(
        delivery.receiver(),
        new Message(
            delivery.id().toString(),
            delivery.happenedAt(),
            () -> mailText(delivery),
            () -> WebhookMessage.body(delivery, event(delivery.id()).flatMap(EventKind::reason))));
  }

  /**
   * Sends a message that is no event.
   *
   * @throws InterruptedException if the caller was interrupted; the receiver may have got it
   */
  Sent sendTest(Receiver receiver) throws InterruptedException {
    Instant now = clock.instant();
    return send(
        receiver,
        new Message(
            "test-" + UUID.randomUUID(),
            now,
            () -> MailText.ofTest(receiver, now),
            () -> WebhookMessage.ofTest(receiver, now)));
  }

  /** What is sent; the one text or the other is made when it is. */
  private record Message(String id, Instant at, Supplier<MailText> mail, Supplier<String> body) {}

  private Sent send(Receiver receiver, Message message) throws InterruptedException {
    var shown = new ShownUrl(receiver.url());
    try {
      if (MailAddress.isMeant(receiver.url())) {
        mail.send(receiver.url(), message.id(), message.at(), message.mail().get());
        return Sent.BY_MAIL;
      }
      WebRequest request = request(receiver, message.id(), message.body().get());
      return sent(web.forWebhooks().ask(request, Fence.OPEN, bounds()));
    } catch (RequestBlockedException e) {
      return Sent.failed(shown.in(e.code() + ": " + e.reason()));
    } catch (NoResponseException e) {
      return Sent.failed(shown.in(e.fault().toString()));
    } catch (MessagingException e) {
      return Sent.failed("the mail server did not accept it: " + e.getMessage());
    } catch (BrokenRecordException | IllegalArgumentException e) {
      // also a key that this server lacks
      return Sent.failed("the message cannot be made: " + e.getMessage());
    }
  }

  private MailText mailText(ClaimedDelivery delivery) {
    Optional<RunEvent> event = event(delivery.id());
    Optional<String> reason = event.flatMap(EventKind::reason);
    if (!MailText.isToDecide(delivery.event(), event)) {
      return MailText.of(delivery, reason);
    }
    DeliveryId id = delivery.id();
    return MailText.of(delivery, reason)
        .withSteps(history.upTo(id.run(), id.sequence()))
        .withLink(mail.link(link(delivery)));
  }

  private DecisionLink link(ClaimedDelivery delivery) {
    Receiver receiver = delivery.receiver();
    return DecisionLink.signed(
        receiver.webhook(),
        delivery.id().run(),
        clock.instant().plus(LINK_VALID),
        secrets.show(receiver.webhook(), receiver.secrets().getFirst()));
  }

  private WebClient.Bounds bounds() {
    return new WebClient.Bounds(timeout, MAX_ANSWER_BYTES);
  }

  private Optional<RunEvent> event(DeliveryId id) {
    return journal.read(id.run(), journal.position(id.run(), id.sequence() - 1), 1).stream()
        .findFirst()
        .map(RecordedEvent::event);
  }

  private WebRequest request(Receiver receiver, String id, String body) {
    Instant now = clock.instant();
    String signatures =
        receiver.secrets().stream()
            .map(encrypted -> secrets.show(receiver.webhook(), encrypted).sign(id, now, body))
            .collect(Collectors.joining(" "));
    return new WebRequest(
        receiver.url(),
        Map.of(
            "webhook-id",
            id,
            "webhook-timestamp",
            String.valueOf(now.getEpochSecond()),
            "webhook-signature",
            signatures),
        Optional.of(new WebRequest.Content("application/json", body)),
        HostAllowlist.ANY);
  }

  private static Sent sent(WebResponse response) {
    int status = response.status();
    return new Sent(
        new Delivery.LastAnswer(
            Optional.of(status),
            status / 100 == 2
                ? Optional.empty()
                : Optional.of("the receiver answered %d; 2xx accepts".formatted(status))),
        response.retryAfter());
  }
}

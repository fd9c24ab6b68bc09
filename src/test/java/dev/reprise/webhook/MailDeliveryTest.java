package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Waits;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.queue.ClaimResult;
import dev.reprise.run.state.WaitReason;
import dev.reprise.web.LoopbackServer;
import dev.reprise.web.WebFixture;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** What is due to a person is sent by mail, with a signed link if there is something to decide. */
@QuietLog
class MailDeliveryTest extends WebhooksFixture {

  private static final String ANA = "mailto:ana@example.org";
  private static final Pattern LINK =
      Pattern.compile(
          "https://reprise\\.example\\.org(/api/v1/approvals/\\S+)\\?webhook=(\\S+)&until=(\\d+)&signature=(\\w+)");

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }

  @Test
  void tellsAPersonWhatWaitsAndWhereToDecide() throws Exception {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try {
      Webhook webhook = wanting(ANA);
      UUID run = asksAndCompletes();

      List<WebhookSender.Sent> sent = send(sender(mail.getSmtp().getPort(), "none"));

      assertThat(sent).hasSize(1).allMatch(WebhookSender.Sent::isAccepted);
      MimeMessage message = mail.getReceivedMessages()[0];
      assertThat(message.getAllRecipients())
          .extracting(Object::toString)
          .containsExactly("ana@example.org");
      assertThat(message.getMessageID()).isEqualTo("<%s-3@example.org>".formatted(run));
      assertThat(message.getSubject())
          .isEqualTo(
              "[Reprise] run.waiting-for-approval: surveyor, run "
                  + run.toString().substring(0, 8));
      String body = GreenMailUtil.getBody(message);
      assertThat(body).contains("approve c1", "Tenant: default");
      DecisionLink link = link(body);
      assertThat(link.run()).isEqualTo(run);
      assertIsSignedFor(webhook, link);
    } finally {
      mail.stop();
    }
  }

  private void assertIsSignedFor(Webhook webhook, DecisionLink link) {
    Instant now = WebFixture.CLOCK.instant();
    assertThat(webhooks.hasSigned(link, now)).isTrue();
    assertThat(webhooks.hasSigned(link, now.plus(Duration.ofDays(7)))).as("expired").isFalse();
    var later =
        new DecisionLink(link.webhook(), link.run(), link.until().plusSeconds(1), link.signature());
    assertThat(webhooks.hasSigned(later, now)).as("with a later end").isFalse();
    var otherRun =
        new DecisionLink(link.webhook(), UUID.randomUUID(), link.until(), link.signature());
    assertThat(webhooks.hasSigned(otherRun, now)).as("for another run").isFalse();
    webhooks.rotateSecret(webhook);
    assertThat(webhooks.hasSigned(link, now)).as("soon after a rotation").isTrue();
  }

  @Test
  void hasNoLinkWhereNothingIsToDecide() throws Exception {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try {
      wanting(ANA);
      completed();

      send(sender(mail.getSmtp().getPort(), "none"));

      assertThat(GreenMailUtil.getBody(mail.getReceivedMessages()[0])).doesNotContain("https://");
    } finally {
      mail.stop();
    }
  }

  @Test
  void tellsWhatWasDoneBeforeWithoutContents() throws Exception {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try {
      wanting(ANA);
      waitsAfterACall();

      send(sender(mail.getSmtp().getPort(), "none"));

      assertThat(GreenMailUtil.getBody(mail.getReceivedMessages()[0]).replace("\r", ""))
          .contains(
              "Calls before this:\n- c1 of put: SUCCEEDED\n",
              "Decisions before this:\n- c1 of put: APPROVED by bob\n")
          .doesNotContain("an argument", "a result", "a reason");
    } finally {
      mail.stop();
    }
  }

  private void waitsAfterACall() {
    ClaimResult.Admitted admitted = admitted(queued(), HERE);
    var call = new ToolCall("c1", "put", new JsonValue("{\"what\": \"an argument\"}"));
    journal
        .append(
            admitted.claim().writer(),
            admitted.head(),
            List.of(
                Replies.of("one", 1, "", List.of(call), Usage.NONE),
                new HumanInputEvent.Decided(
                    "one",
                    1,
                    "c1",
                    true,
                    "bob",
                    Instant.EPOCH,
                    Optional.of("a reason"),
                    Optional.empty()),
                new ToolCallEvent.Completed(
                    new CallLocation("one", 1, "c1"), "a result", List.of(), Optional.empty()),
                Waits.of("answer", "answer c2", Optional.empty())))
        .await();
  }

  @Test
  void hasALinkIfARunPausedBecausePeopleMustDecide() throws Exception {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try {
      wanting(ANA);
      paused(Optional.of(WaitReason.BUDGET.code()));
      paused(Optional.empty());

      send(sender(mail.getSmtp().getPort(), "none"));

      assertThat(mail.getReceivedMessages())
          .extracting(GreenMailUtil::getBody)
          .filteredOn(body -> body.contains("https://"))
          .singleElement(as(InstanceOfAssertFactories.STRING))
          .contains("run.paused", "because of budget");
    } finally {
      mail.stop();
    }
  }

  private void paused(Optional<String> waitingFor) {
    ClaimResult.Admitted admitted = admitted(queued(), HERE);
    var paused =
        new ControlEvent.Paused(
            "ana",
            waitingFor.map(it -> "because of " + it),
            Instant.EPOCH,
            waitingFor,
            Optional.empty());
    journal.append(admitted.claim().writer(), admitted.head(), List.of(paused)).await();
  }

  @Test
  void isNotSentToAServerThatCannotEncrypt() throws IOException {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try {
      wanting(ANA);
      completed();

      List<WebhookSender.Sent> sent = send(sender(mail.getSmtp().getPort(), "starttls"));

      assertThat(sent.getFirst().answer().error().orElseThrow())
          .startsWith("the mail server did not accept it")
          .contains("STARTTLS");
      assertThat(mail.getReceivedMessages()).isEmpty();
    } finally {
      mail.stop();
    }
  }

  /** The certificate of this server is its own. */
  @Test
  void isNotSentToAServerThatMayBeAnother() throws IOException {
    GreenMail mail = new GreenMail(ServerSetup.SMTPS.dynamicPort());
    mail.start();
    try {
      wanting(ANA);
      completed();

      List<WebhookSender.Sent> sent = send(sender(mail.getSmtps().getPort(), "tls"));

      assertThat(sent).noneMatch(WebhookSender.Sent::isAccepted);
      assertThat(mail.getReceivedMessages()).isEmpty();
    } finally {
      mail.stop();
    }
  }

  @Test
  void goesOnlyToTheDomainsOfTheConfiguration() {
    MailSender sender = sender(25, "none");

    sender.requireAllowed(ANA);
    sender.requireAllowed("mailto:ana@EXAMPLE.org");
    for (String url :
        List.of(
            "mailto:ana@example.com",
            "mailto:ana@sub.example.org",
            "mailto:ana@example.org?bcc=eve@example.com",
            "mailto:ana@example.org,eve@example.org",
            "mailto:ana@example.org%0d%0aBcc:eve@example.com",
            "mailto:Ana <ana@example.org>",
            "mailto:ana",
            "mailto:")) {
      assertThatIllegalArgumentException().as(url).isThrownBy(() -> sender.requireAllowed(url));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NO_MAIL.requireAllowed(ANA))
        .withMessageContaining("reprise.mail.host");
  }

  private List<WebhookSender.Sent> send(MailSender mail) throws IOException {
    try (var silent = LoopbackServer.saying("");
        var web = WebFixture.of(silent)) {
      var sender =
          new WebhookSender(
              journal, web.client(), mail, secrets, Duration.ofSeconds(5), WebFixture.CLOCK);
      return claimed().stream().map(delivery -> sent(sender, delivery)).toList();
    }
  }

  private static WebhookSender.Sent sent(WebhookSender sender, ClaimedDelivery delivery) {
    try {
      return sender.send(delivery);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DecisionLink link(String body) {
    Matcher found = LINK.matcher(body.replace("=\r\n", "").replace("=3D", "="));
    assertThat(found.find()).as(body).isTrue();
    var query =
        Map.of("webhook", found.group(2), "until", found.group(3), "signature", found.group(4));
    return DecisionLink.of(found.group(1), query::get).orElseThrow();
  }

  private static MailSender sender(int port, String security) {
    Map<String, String> settings = new HashMap<>();
    settings.put("reprise.mail.host", "127.0.0.1");
    settings.put("reprise.mail.port", Integer.toString(port));
    settings.put("reprise.mail.security", security);
    settings.put("reprise.mail.from", "reprise@example.org");
    settings.put("reprise.mail.domains", "example.org");
    settings.put("reprise.mail.links", "https://reprise.example.org/");
    return new MailSender(new MailSettings(TestConfig.of(settings)), Duration.ofSeconds(5));
  }
}

package dev.reprise.webhook;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Locale;
import java.util.Properties;

/** Sends one event to one person by mail, once. Tested by {@code MailDeliveryTest}. */
@ApplicationScoped
class MailSender {

  private final MailSettings settings;
  private final Duration timeout;

  @Inject
  MailSender(MailSettings settings, WebhookSettings webhooks) {
    this(settings, webhooks.timeout);
  }

  MailSender(MailSettings settings, Duration timeout) {
    this.settings = settings;
    this.timeout = timeout;
  }

  /**
   * Checks whether mail may go to a URL of a webhook.
   *
   * @throws IllegalArgumentException if it may not; the message continues a sentence that begins
   *     with the URL
   */
  void requireAllowed(String url) {
    MailAddress address = MailAddress.of(url);
    if (settings.host.isEmpty()) {
      throw new IllegalArgumentException(
          "must not be mailto:, because this server sends no mail (reprise.mail.host)");
    }
    if (settings.domains.stream()
        .noneMatch(it -> it.toLowerCase(Locale.ROOT).equals(address.domain()))) {
      throw new IllegalArgumentException(
          "must have one of the domains of reprise.mail.domains: "
              + String.join(", ", settings.domains));
    }
  }

  /** Returns the address of a link to this server. */
  String link(DecisionLink link) {
    String base = settings.links;
    return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + link.path();
  }

  /**
   * Sends a text to a URL.
   *
   * @param id begins the message id, so that a mail that is sent twice is recognized
   * @throws IllegalArgumentException if mail may not go to this address
   * @throws MessagingException if the mail server did not accept it
   */
  void send(String url, String id, Instant at, MailText text) throws MessagingException {
    requireAllowed(url);
    Session session = Session.getInstance(properties(), login());
    var message =
        new WithMessageId(
            session, "<%s@%s>".formatted(id, new MailAddress(settings.from).domain()));
    message.setFrom(new InternetAddress(settings.from));
    message.setRecipient(Message.RecipientType.TO, new InternetAddress(MailAddress.of(url).text()));
    message.setSubject(text.subject(), StandardCharsets.UTF_8.name());
    message.setSentDate(Date.from(at));
    message.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: no automatic replies
    message.setText(text.body(), StandardCharsets.UTF_8.name());
    Transport.send(message);
  }

  private Properties properties() {
    var properties = new Properties();
    String millis = Long.toString(timeout.toMillis());
    properties.setProperty("mail.transport.protocol", "smtp");
    properties.setProperty("mail.smtp.host", settings.host.orElseThrow());
    properties.setProperty("mail.smtp.port", Integer.toString(settings.port));
    properties.setProperty("mail.smtp.connectiontimeout", millis);
    properties.setProperty("mail.smtp.timeout", millis);
    properties.setProperty("mail.smtp.writetimeout", millis);
    properties.setProperty("mail.smtp.auth", Boolean.toString(settings.user.isPresent()));
    properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    properties.setProperty("mail.smtp.ssl.enable", isSecurity("tls"));
    properties.setProperty("mail.smtp.starttls.enable", isSecurity("starttls"));
    properties.setProperty("mail.smtp.starttls.required", isSecurity("starttls"));
    return properties;
  }

  private String isSecurity(String word) {
    return Boolean.toString(settings.security.equals(word));
  }

  private Authenticator login() {
    return new Authenticator() {
      @Override
      protected PasswordAuthentication getPasswordAuthentication() {
        return new PasswordAuthentication(settings.user.orElse(""), settings.password.orElse(""));
      }
    };
  }

  /** A message with an id of our own. */
  private static final class WithMessageId extends MimeMessage {

    private final String id;

    private WithMessageId(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }
}

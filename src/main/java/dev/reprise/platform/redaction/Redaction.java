package dev.reprise.platform.redaction;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Collection;
import org.eclipse.microprofile.config.Config;

/**
 * Replaces in texts and JSON what must not be stored anywhere with {@code [redacted:name]}: secrets
 * that the server knows by value, and what an operator's patterns and paths describe.
 *
 * <p>Overlapping matches are replaced as one. Marks are never searched, so that redacting twice is
 * the same as once. Time is linear in the length of the text.
 *
 * @see RedactionRules where the rules come from
 */
@ApplicationScoped
public class Redaction {

  private RedactionRules rules;
  private volatile RedactedContent content;

  /**
   * Redacts as this server is configured.
   *
   * @throws IllegalArgumentException if a rule is wrong; the message says which and where
   */
  @Inject
  public Redaction(Config config) {
    this(RedactionRules.of(config));
  }

  /** Redacts by these rules. */
  public Redaction(RedactionRules rules) {
    this.rules = rules;
    this.content = new RedactedContent(rules);
  }

  /**
   * Redacts more secrets from now on, which another part of this server has read from elsewhere. A
   * redaction in progress may miss them, so call this before the secrets are used.
   */
  public synchronized void learn(Collection<RedactionRules.Secret> secrets) {
    rules = rules.with(secrets);
    content = new RedactedContent(rules);
  }

  /** Returns a redaction without rules. */
  public static Redaction none() {
    return new Redaction(RedactionRules.NONE);
  }

  /** Stops the start if a rule is wrong. */
  void check(@Observes Startup unused) {
    isIdle();
  }

  /** Returns whether there are no rules. */
  public boolean isIdle() {
    return content.isIdle();
  }

  /**
   * Returns the redacted text: the same object if nothing matches. A text that is a JSON object or
   * list is also redacted as JSON.
   */
  public String text(String said) {
    return isIdle() ? said : content.text(said);
  }

  /** Redacts for a column of {@code maxLength} characters; a mark may be longer than its match. */
  public String text(String said, int maxLength) {
    String redacted = text(said);
    return redacted.length() <= maxLength ? redacted : redacted.substring(0, maxLength);
  }

  /**
   * Returns the redacted JSON value: the same object if nothing matches. Texts are searched without
   * JSON's escapes, and so are names of members and numbers.
   *
   * @param value one JSON value
   * @throws IllegalArgumentException if it is not one
   */
  public String json(String value) {
    return isIdle() ? value : content.json(value);
  }

  /**
   * Returns a fault for the log, with its message and those of its causes redacted: the same object
   * if nothing matches.
   */
  public Throwable fault(Throwable fault) {
    return isIdle() ? fault : RedactedException.of(fault, content::text);
  }
}

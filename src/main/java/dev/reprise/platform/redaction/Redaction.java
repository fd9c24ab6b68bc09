package dev.reprise.platform.redaction;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Collection;
import org.eclipse.microprofile.config.Config;

/**
 * Takes out of texts and JSON what must not rest anywhere: secrets that the server knows by value,
 * and what an operator's patterns and paths describe. In its place stands {@code [redacted:name]}.
 *
 * <p>The longest stretch of what matches goes, also where matches overlap; a mark is never looked
 * into, so that redacting twice is the same as once. Time is linear in the length of the text.
 *
 * @see RedactionRules where the rules come from
 */
@ApplicationScoped
public class Redaction {

  private RedactionRules rules = RedactionRules.NONE;
  private volatile RedactedContent content;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  protected Redaction() {}

  /**
   * Redacts as this server is configured.
   *
   * @throws IllegalArgumentException if a rule is wrong; names which and where
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
   * Redacts these too from now on: secrets that another part of this server has read from a place
   * of its own. Whoever looks through a text at this moment may still miss them, so that they are
   * made known before they are used.
   */
  public synchronized void learn(Collection<RedactionRules.Secret> secrets) {
    rules = rules.with(secrets);
    content = new RedactedContent(rules);
  }

  /** Returns one that finds nothing. */
  public static Redaction none() {
    return new Redaction(RedactionRules.NONE);
  }

  /** Stops the start if a rule is wrong. */
  void check(@Observes Startup unused) {
    isIdle();
  }

  /** Returns whether there is nothing to look for. */
  public boolean isIdle() {
    return content.isIdle();
  }

  /**
   * Returns the text without what must not rest: the same object if there is nothing in it. One
   * that is a JSON object or list is looked through as such too.
   */
  public String text(String said) {
    return isIdle() ? said : content.text(said);
  }

  /** Does the same for a column of so many characters; a mark may be longer than what it is for. */
  public String text(String said, int maxLength) {
    String redacted = text(said);
    return redacted.length() <= maxLength ? redacted : redacted.substring(0, maxLength);
  }

  /**
   * Returns a JSON value without what must not rest: the same object if there is nothing in it. All
   * texts in it are looked through as they are without JSON's escapes, names of members and numbers
   * too.
   *
   * @param value one JSON value
   * @throws IllegalArgumentException if it is none
   */
  public String json(String value) {
    return isIdle() ? value : content.json(value);
  }

  /**
   * Returns a fault for the log, whose messages and those of its causes are without what must not
   * rest there: the same object if nothing in them is to be redacted.
   */
  public Throwable fault(Throwable fault) {
    return isIdle() ? fault : RedactedFault.of(fault, content::text);
  }
}

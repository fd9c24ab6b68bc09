package dev.reprise.journal.codec;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ContentMapper;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.redaction.Redaction;

/** Redacts the contents of events before they are stored. */
public record EventRedactor(Redaction redaction) implements ContentMapper {

  /** Returns the event as it may be stored; the same event if there is nothing to redact. */
  public RunEvent apply(RunEvent event) {
    return redaction.isIdle() ? event : event.mapContents(this);
  }

  @Override
  public JsonValue input(JsonValue input) {
    return json(input);
  }

  @Override
  public String body(String text) {
    return redaction.text(text);
  }

  @Override
  public JsonValue body(JsonValue json) {
    return json(json);
  }

  @Override
  public String remark(String text) {
    return redaction.text(text);
  }

  private JsonValue json(JsonValue value) {
    String redacted = redaction.json(value.text());
    return redacted.equals(value.text()) ? value : new JsonValue(redacted);
  }
}

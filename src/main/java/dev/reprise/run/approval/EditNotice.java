package dev.reprise.run.approval;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;

/**
 * What a model reads before the outcome of a call whose arguments a person changed. The text is
 * part of the fold, so that the state is the same on every server.
 */
public final class EditNotice {

  private EditNotice() {}

  /** Returns the outcome with the notice. */
  public static ToolOutcome before(ToolOutcome outcome, JsonValue arguments) {
    String notice = "[A person changed the arguments of this call to %s]".formatted(arguments);
    return switch (outcome) {
      case ToolOutcome.Succeeded done ->
          new ToolOutcome.Succeeded(notice + "\n\n" + done.content(), done.images());
      case ToolOutcome.Failed(Failure failure) ->
          ToolOutcome.failed(failure.code(), notice + "\n\n" + failure.message());
    };
  }
}

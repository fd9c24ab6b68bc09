package dev.reprise.execution.phase;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.queue.inbox.PostedMessage;
import dev.reprise.queue.inbox.UnreadMessages;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Takes the messages that people posted to a run into its journal, directly before the model is
 * called or while the run waits for guidance. Each message is taken once, whichever server holds
 * the run: the journal knows the last one, and has one writer.
 */
@ApplicationScoped
public class MessageSteps {

  private static final System.Logger LOG = System.getLogger(MessageSteps.class.getName());

  private final UnreadMessages messages;

  @Inject
  public MessageSteps(UnreadMessages messages) {
    this.messages = messages;
  }

  /** Takes messages that the run has not taken; returns whether there were any. */
  boolean take(ActiveRun run, NextStep.InPhase step) {
    if (!run.hasUnread()) {
      return false;
    }
    List<PostedMessage> unread;
    try {
      unread = messages.after(run.id(), run.state().messages());
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "run %s, phase %s: its messages could not be read; they are read before the next model call"
              .formatted(run.id(), step.phase().name()),
          e);
      return false;
    }
    if (unread.isEmpty()) {
      return false;
    }
    run.append(unread.stream().map(message -> taken(step.phase().name(), message)).toList());
    LOG.log(
        INFO,
        "run %s, phase %s: took messages up to %d"
            .formatted(run.id(), step.phase().name(), run.state().messages()));
    return true;
  }

  private static RunEvent taken(String phase, PostedMessage message) {
    return new PhaseEvent.MessagePosted(
        phase, message.number(), message.text(), message.by(), message.at(), message.reason());
  }
}

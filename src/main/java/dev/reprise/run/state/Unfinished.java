package dev.reprise.run.state;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.TranscriptNotes;
import dev.reprise.journal.ModelEvent;

/**
 * What the newest replies have begun and not completed: the next reply goes on with it.
 *
 * @param cutOff how many replies in a row were cut off because they reached the number of tokens
 *     that a reply may have
 * @param text of the answer so far; the answer is this and the text of the complete reply
 * @param isPaused whether the provider paused the newest reply, and continues it when it gets it
 *     back
 */
public record Unfinished(int cutOff, String text, boolean isPaused) {

  static final Unfinished NOTHING = new Unfinished(0, "", false);

  /** Returns what is unfinished after a reply without calls to be made. */
  Unfinished after(ModelEvent.Replied reply) {
    String said = Block.text(reply.blocks());
    return reply
        .incomplete()
        .map(
            why ->
                switch (why) {
                  case PAUSED -> new Unfinished(cutOff, text + said, true);
                  case CUT_OFF ->
                      reply.message().calls().isEmpty()
                          ? new Unfinished(cutOff + 1, text + TranscriptNotes.whole(said), false)
                          : new Unfinished(cutOff + 1, "", false);
                })
        .orElseGet(() -> new Unfinished(0, text, false));
  }

  /** Returns what is unfinished when a phase is retried, which gives it all attempts again. */
  Unfinished afresh() {
    return new Unfinished(0, text, isPaused);
  }
}

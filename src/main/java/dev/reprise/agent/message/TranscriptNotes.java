package dev.reprise.agent.message;

import java.util.ArrayList;
import java.util.List;

/**
 * What the server itself says to a model in a transcript. The state of runs depends on these texts,
 * which must not change.
 */
public final class TranscriptNotes {

  private static final String GO_ON =
      "[Your reply was cut off: it reached the number of tokens that a reply may have. Go on exactly"
          + " where it ends, and repeat nothing of it.]";

  private static final String NO_ANSWER =
      "[Your reply was cut off before it had an answer: it reached the number of tokens that a reply"
          + " may have. Answer briefly.]";

  private static final String ONLY_REASONING =
      "[Your reply was cut off before it had an answer: it reached the number of tokens that a reply"
          + " may have, with reasoning alone. Reason less, and answer.]";

  private static final String NOT_MADE =
      "not made: the reply was cut off after it had reached the number of tokens that a reply may"
          + " have, so its calls may not be whole; make them again, fewer or shorter ones in a reply";

  private TranscriptNotes() {}

  /** Returns a text without what stands for the half of a character in which it was cut. */
  public static String whole(String cut) {
    return cut.endsWith("\uFFFD") ? cut.substring(0, cut.length() - 1) : cut;
  }

  /** Returns the message that replaces older ones. */
  public static Message summary(int replaced, String summary) {
    return new Message.User(
        """
        [Summary of the %d messages that stood here; what it says was done has been done.]

        %s\
        """
            .formatted(replaced, summary));
  }

  /**
   * Returns what a reply that was cut off leaves in the transcript: its text, with the request to
   * go on, or its calls, each with the result that it was not made. A provider does not take a
   * thought back that is not whole, nor a reply that has nothing else.
   */
  public static List<Message> cutOff(Message.Assistant reply) {
    List<Block> blocks = reply.blocks();
    boolean endsInThought = !blocks.isEmpty() && blocks.getLast() instanceof Block.Reasoning;
    List<Block> whole = new ArrayList<>(blocks);
    if (endsInThought) {
      whole.removeLast();
    } else if (!blocks.isEmpty() && blocks.getLast() instanceof Block.Text(String text)) {
      whole.set(whole.size() - 1, new Block.Text(whole(text)));
    }
    var kept = new Message.Assistant(whole, reply.metadata());
    if (kept.calls().isEmpty()) {
      return kept.text().isBlank()
          ? List.of(new Message.User(endsInThought ? ONLY_REASONING : NO_ANSWER))
          : List.of(kept, new Message.User(GO_ON));
    }
    List<Message> refused = new ArrayList<>(List.of(kept));
    kept.calls()
        .forEach(
            call ->
                refused.add(
                    new Message.ToolResult(
                        call, ToolOutcome.failed(Failure.REPLY_CUT_OFF, NOT_MADE))));
    return refused;
  }
}

package dev.reprise.agent;

import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.MessageSize;
import dev.reprise.agent.message.Transcript;
import java.util.List;

/**
 * When a summary replaces the older part of a transcript, so that neither a model call nor a resume
 * reads an ever longer text. The first message, which states the task, always stays.
 *
 * @param afterBytes the size above which a transcript is compacted, see {@link Transcript#bytes};
 *     at least 1
 * @param keepMessages the minimum number of newest messages that stay as they are, at least 1
 */
public record Compaction(long afterBytes, int keepMessages) {

  /** The default of an agent with compaction: 256 KiB, 20 messages. */
  public static final Compaction DEFAULT = new Compaction(256 * 1024, 20);

  /** Fewer messages are not worth a call, and a single one may be the previous summary. */
  private static final int MIN_REPLACED = 2;

  public Compaction {
    if (afterBytes < 1 || keepMessages < 1) {
      throw new IllegalArgumentException(
          "afterBytes and keepMessages of a compaction must be at least 1");
    }
  }

  /**
   * Returns the messages after the first one that a summary replaces now: all before the newest
   * ones, up to a place where every call has its result. The list is empty if the transcript is not
   * too large, or if there are too few messages.
   *
   * <p>A transcript may still be too large after an attempt, because the attempt failed or the rest
   * is large. The next attempt then waits until the transcript has grown by half of the limit, so
   * the model writes at most one summary for this number of bytes.
   *
   * @param left the size of the transcript after the newest attempt, in bytes; 0 before the first
   *     attempt
   */
  public List<Message> due(Transcript transcript, long left) {
    if (transcript.bytes() <= Math.max(afterBytes, left + afterBytes / 2)) {
      return List.of();
    }
    List<Message> messages = transcript.messages();
    return upTo(messages.size() - keepMessages, messages);
  }

  /**
   * Returns the messages after the first one that a summary replaces because the model cannot read
   * them all. The newest messages that fit into half of the transcript's bytes stay, from a place
   * where every call has its result. The list is empty if there are too few messages.
   */
  public static List<Message> olderHalf(Transcript transcript) {
    List<Message> messages = transcript.messages();
    int end = messages.size() - 1;
    long kept = MessageSize.of(messages.get(end));
    while (end > 1 && kept + MessageSize.of(messages.get(end - 1)) <= transcript.bytes() / 2) {
      end--;
      kept += MessageSize.of(messages.get(end));
    }
    int next = end;
    while (next < messages.size() && messages.get(next) instanceof Message.ToolResult) {
      next++;
    }
    return upTo(next < messages.size() ? next : end, messages);
  }

  private static List<Message> upTo(int last, List<Message> messages) {
    int end = last;
    while (end > MIN_REPLACED && messages.get(end) instanceof Message.ToolResult) {
      end--;
    }
    return end > MIN_REPLACED ? List.copyOf(messages.subList(1, end)) : List.of();
  }
}

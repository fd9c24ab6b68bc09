package dev.reprise.agent;

import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.MessageSize;
import dev.reprise.agent.message.Transcript;
import java.util.List;

/**
 * When the older part of a transcript is replaced by a summary, so that neither the model nor a
 * resume reads without end. The first message, which says what is asked, always stays.
 *
 * @param afterBytes how large a transcript may become, see {@link Transcript#bytes}; at least 1
 * @param keepMessages how many of the newest messages at least stay as they are, at least 1
 */
public record Compaction(long afterBytes, int keepMessages) {

  /** What an agent gets that wants compaction and states nothing more: 256 KiB, 20 messages. */
  public static final Compaction DEFAULT = new Compaction(256 * 1024, 20);

  /** Fewer are not worth a call, and a lone one may be the summary before. */
  private static final int MIN_REPLACED = 2;

  public Compaction {
    if (afterBytes < 1 || keepMessages < 1) {
      throw new IllegalArgumentException("a compaction begins somewhere and keeps something");
    }
  }

  /**
   * Returns the messages behind the first one that are to be replaced now: all before the newest,
   * up to a place where every call has its result. None if it is not time, or they are too few.
   *
   * <p>A transcript that is still too large after an attempt, because the attempt failed or what
   * stays is large, is left alone until it has grown by another half of the limit. So the model is
   * asked for a summary at most once for so many bytes.
   *
   * @param left what the newest attempt left, in bytes; 0 if there was none
   */
  public List<Message> due(Transcript transcript, long left) {
    if (transcript.bytes() <= Math.max(afterBytes, left + afterBytes / 2)) {
      return List.of();
    }
    List<Message> messages = transcript.messages();
    return upTo(messages.size() - keepMessages, messages);
  }

  /**
   * Returns the messages behind the first one that are to be replaced because a model cannot read
   * them all: all but the newest that fit into half of the transcript's bytes, from a place on
   * where every call has its result. None if they are too few.
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

package dev.reprise.agent.message;

import java.util.ArrayList;
import java.util.List;

/** What was said in a phase so far, oldest first; the first message is the user's. */
public final class Transcript {

  private final AppendOnlyList<Message> messages;
  private final long bytes;

  /** Makes a transcript of these messages. */
  public Transcript(List<? extends Message> messages) {
    this(AppendOnlyList.<Message>of(messages), size(messages));
  }

  private Transcript(AppendOnlyList<Message> messages, long bytes) {
    this.messages = messages;
    this.bytes = bytes;
  }

  /** Returns a transcript of the user's message alone. */
  public static Transcript startingWith(String prompt) {
    return new Transcript(List.of(new Message.User(prompt)));
  }

  public List<Message> messages() {
    return messages;
  }

  /** Returns how many bytes of UTF-8 a model reads of all messages together. */
  public long bytes() {
    return bytes;
  }

  /** Returns this transcript with more messages behind; costs as much as these are long. */
  public Transcript with(List<? extends Message> more) {
    return new Transcript(messages.with(more), bytes + size(more));
  }

  /** Returns the newest message. */
  public Message last() {
    return messages.getLast();
  }

  /**
   * Returns this transcript with one message in place of some that follow the first one.
   *
   * @param replaced how many, at least 1; at least one message is left behind them
   * @throws IllegalArgumentException if there are not so many
   */
  public Transcript compacted(int replaced, Message summary) {
    if (replaced < 1 || replaced > messages.size() - 2) {
      throw new IllegalArgumentException(
          "%d messages cannot be replaced in a transcript of %d"
              .formatted(replaced, messages.size()));
    }
    List<Message> kept = new ArrayList<>();
    kept.add(messages.getFirst());
    kept.add(summary);
    kept.addAll(messages.subList(1 + replaced, messages.size()));
    return new Transcript(kept);
  }

  /** Returns this transcript as a model of any provider understands it. */
  public Transcript portable() {
    return new Transcript(messages.stream().map(Message::portable).toList());
  }

  private static long size(List<? extends Message> messages) {
    return messages.stream().mapToLong(MessageSize::of).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Transcript transcript && messages.equals(transcript.messages);
  }

  @Override
  public int hashCode() {
    return messages.hashCode();
  }

  @Override
  public String toString() {
    return messages.toString();
  }
}

package dev.reprise.agent.message;

import java.util.ArrayList;
import java.util.List;

/** The messages of a phase so far, oldest first. The first message is the user's. */
public final class Transcript {

  private final AppendOnlyList<Message> messages;
  private final long bytes;

  /** Creates a transcript of these messages. */
  public Transcript(List<? extends Message> messages) {
    this(AppendOnlyList.<Message>of(messages), size(messages));
  }

  private Transcript(AppendOnlyList<Message> messages, long bytes) {
    this.messages = messages;
    this.bytes = bytes;
  }

  /** Returns a transcript of one message of the user. */
  public static Transcript startingWith(String prompt) {
    return new Transcript(List.of(new Message.User(prompt)));
  }

  public List<Message> messages() {
    return messages;
  }

  /** Returns the size of all messages, see {@link MessageSize}. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns this transcript with {@code more} appended. The time depends only on the number of
   * messages appended.
   */
  public Transcript with(List<? extends Message> more) {
    return new Transcript(messages.with(more), bytes + size(more));
  }

  /** Returns the newest message. */
  public Message last() {
    return messages.getLast();
  }

  /**
   * Returns this transcript with a summary instead of the messages that follow the first one.
   *
   * @param replaced the number of messages to replace, at least 1; at least one message must be
   *     left after them
   * @throws IllegalArgumentException if there are too few messages
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

  /** Returns this transcript in the form that models of all providers understand. */
  public Transcript forAnyProvider() {
    return new Transcript(messages.stream().map(Message::forAnyProvider).toList());
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

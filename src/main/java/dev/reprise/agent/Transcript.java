package dev.reprise.agent;

import java.util.List;

/**
 * What was said in a phase so far, oldest first.
 *
 * @param messages the first is the user's
 */
public record Transcript(List<Message> messages) {

  public Transcript {
    messages = GrowingList.of(messages);
  }

  /** Returns a transcript of the user's message alone. */
  public static Transcript startingWith(String prompt) {
    return new Transcript(List.of(new Message.User(prompt)));
  }

  /** Returns this transcript with more messages behind. */
  public Transcript with(List<? extends Message> more) {
    return new Transcript(GrowingList.<Message>of(messages).with(more));
  }

  /** Returns the newest message. */
  public Message last() {
    return messages.getLast();
  }
}

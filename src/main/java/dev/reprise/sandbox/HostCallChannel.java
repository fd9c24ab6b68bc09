package dev.reprise.sandbox;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Connects a guest's thread with its host's thread: the guest calls and waits, and the host serves
 * and answers.
 */
final class HostCallChannel implements HostCallHandler {

  private final BlockingQueue<GuestMessage> knocks = new ArrayBlockingQueue<>(2);
  private final BlockingQueue<byte[]> answers = new ArrayBlockingQueue<>(1);

  @Override
  public byte[] answer(String what, String name, String text, boolean full) {
    knocks.add(new GuestMessage.HostCall(what, name, text, full));
    try {
      return answers.take();
    } catch (InterruptedException e) {
      throw new ScriptAbandonedException(e);
    }
  }

  /** Sends, from the guest's thread, the guest's last message. */
  void end(GuestMessage last) {
    knocks.add(last);
  }

  /** Returns the guest's next message; empty if none arrives within this time. */
  Optional<GuestMessage> next(Duration within) throws InterruptedException {
    return Optional.ofNullable(knocks.poll(Math.max(0, within.toMillis()), MILLISECONDS));
  }

  /** Answers the call that {@link #next} returned last. */
  void reply(byte[] answer) {
    answers.add(answer);
  }

  /** The host no longer serves this guest. */
  static final class ScriptAbandonedException extends RuntimeException {

    ScriptAbandonedException(InterruptedException cause) {
      super("the guest was dismissed", cause);
    }
  }
}

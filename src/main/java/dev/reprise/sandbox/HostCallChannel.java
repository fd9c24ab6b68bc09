package dev.reprise.sandbox;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Where a guest's thread and its host's meet: one asks and waits, the other attends and answers.
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

  /** Says, from the guest's side, that there will be no more questions. */
  void end(GuestMessage last) {
    knocks.add(last);
  }

  /** Returns what the guest wants next, or nothing if it wants nothing within this time. */
  Optional<GuestMessage> next(Duration within) throws InterruptedException {
    return Optional.ofNullable(knocks.poll(Math.max(0, within.toMillis()), MILLISECONDS));
  }

  /** Answers the question that was taken last. */
  void reply(byte[] answer) {
    answers.add(answer);
  }

  /** Nobody attends this guest any more. */
  static final class ScriptAbandonedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ScriptAbandonedException(InterruptedException cause) {
      super("the guest was dismissed", cause);
    }
  }
}

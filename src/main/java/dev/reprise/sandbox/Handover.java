package dev.reprise.sandbox;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Where a guest's thread and its host's meet: one asks and waits, the other attends and answers.
 */
final class Handover implements Door {

  private final BlockingQueue<Knock> knocks = new ArrayBlockingQueue<>(2);
  private final BlockingQueue<byte[]> answers = new ArrayBlockingQueue<>(1);

  @Override
  public byte[] answer(String what, String name, String text, boolean full) {
    knocks.add(new Knock.Question(what, name, text, full));
    try {
      return answers.take();
    } catch (InterruptedException e) {
      throw new Dismissed(e);
    }
  }

  /** Says, from the guest's side, that there will be no more questions. */
  void end(Knock last) {
    knocks.add(last);
  }

  /** Returns what the guest wants next, or nothing if it wants nothing within this time. */
  Optional<Knock> next(Duration within) throws InterruptedException {
    return Optional.ofNullable(knocks.poll(Math.max(0, within.toMillis()), MILLISECONDS));
  }

  /** Answers the question that was taken last. */
  void reply(byte[] answer) {
    answers.add(answer);
  }

  /** Nobody attends this guest any more. */
  static final class Dismissed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Dismissed(InterruptedException cause) {
      super("the guest was dismissed", cause);
    }
  }
}

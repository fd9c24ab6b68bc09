package dev.reprise.execution.job;

import dev.reprise.agent.Usage;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A provider that answers when a test lets it, or whose code breaks down. */
@ApplicationScoped
public class BlockingModel implements ChatModel {

  static final String PROVIDER = "held";

  /** The phase in which its code breaks down. */
  static final String BREAKS_DOWN = "breaks-down";

  private final Map<String, Semaphore> asked = new ConcurrentHashMap<>();
  private final Map<String, Semaphore> answers = new ConcurrentHashMap<>();

  @Override
  public String provider() {
    return PROVIDER;
  }

  @Override
  public void check(ModelOptions options) {}

  @Override
  public ModelReply reply(ModelRequest request) throws InterruptedException {
    if (request.phase().equals(BREAKS_DOWN)) {
      throw new IllegalStateException("as it happens");
    }
    of(asked, request.phase()).release();
    of(answers, request.phase()).acquire();
    return new ModelReply("The answer.", List.of(), Usage.NONE);
  }

  /** Waits until it was called this often in a phase, for at most a minute. */
  void awaitAsked(String phase, int times) throws InterruptedException {
    if (!of(asked, phase).tryAcquire(times, 1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("no %d calls came in phase %s".formatted(times, phase));
    }
  }

  /** Lets it answer this often in a phase. */
  void answer(String phase, int times) {
    of(answers, phase).release(times);
  }

  private static Semaphore of(Map<String, Semaphore> all, String phase) {
    return all.computeIfAbsent(phase, name -> new Semaphore(0));
  }
}

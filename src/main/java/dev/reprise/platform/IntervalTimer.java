package dev.reprise.platform;

import static java.lang.System.Logger.Level.WARNING;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Repeats work. A subclass is a singleton EJB that starts with the application and says in its
 * {@code PostConstruct} what it repeats; its lock keeps two repetitions apart.
 *
 * <p>Each subclass has timers of its own, so slow work delays no other subclass. What fails is
 * logged, and the next repetition comes as planned. No failure reaches the container, which would
 * let the timer rest for minutes. None begins after the bean's end. The container forbids final
 * methods.
 */
public abstract class IntervalTimer {

  private static final System.Logger LOG = System.getLogger(IntervalTimer.class.getName());

  @Resource TimerService timers;
  @Inject ServerFaults faults;

  private final Map<String, Task> tasks = new ConcurrentHashMap<>();
  private volatile boolean hasEnded;

  /** Work to repeat. */
  public interface Work {
    void perform() throws Exception;
  }

  private record Task(Work work, Duration interval) {}

  /**
   * Repeats work, the first time one interval from now.
   *
   * @param name what the log calls it
   */
  protected void every(Duration interval, String name, Work work) {
    repeat(interval, interval, name, work);
  }

  /** Repeats work, the first time as soon as the application has started. */
  protected void atOnceAndEvery(Duration interval, String name, Work work) {
    repeat(Duration.ZERO, interval, name, work);
  }

  private void repeat(Duration first, Duration interval, String name, Work work) {
    tasks.put(name, new Task(work, interval));
    timers.createIntervalTimer(first.toMillis(), interval.toMillis(), new TimerConfig(name, false));
  }

  @Timeout
  void repeat(Timer timer) {
    perform(timer.getInfo().toString());
  }

  /** Performs work that is repeated, now as well. */
  protected void perform(String name) {
    Task task = tasks.get(name);
    if (task == null || hasEnded) {
      return;
    }
    try {
      task.work.perform();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) { // an error too: the container would let the timer rest
      faults.note(e);
      LOG.log(WARNING, "%s: failed; tried again in %s".formatted(name, task.interval), e);
    }
  }

  @PreDestroy
  void end() {
    hasEnded = true;
  }
}

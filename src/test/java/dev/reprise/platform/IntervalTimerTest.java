package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the container is asked for, and what it sees of work that fails. */
class IntervalTimerTest {

  private static final Logger LOG = Logger.getLogger(IntervalTimer.class.getName());

  /** What was asked of the container: the name, and milliseconds to the first and between all. */
  private final List<List<Object>> timers = new ArrayList<>();

  private final List<String> done = new ArrayList<>();
  private final List<LogRecord> written = new ArrayList<>();
  private final Handler writer = writer();
  private final IntervalTimer timer = new IntervalTimer() {};

  @SuppressWarnings("UnnecessaryAssignment") // there is no container here to inject
  @BeforeEach
  void setUp() {
    timer.timers =
        proxy(
            TimerService.class,
            (proxy, method, arguments) -> {
              var config = (TimerConfig) arguments[2];
              assertThat(config.isPersistent()).isFalse();
              timers.add(List.of(config.getInfo(), arguments[0], arguments[1]));
              return null;
            });
    timer.faults = new ServerFaults();
    LOG.addHandler(writer);
    LOG.setUseParentHandlers(false);
  }

  @AfterEach
  void tearDown() {
    LOG.removeHandler(writer);
    LOG.setUseParentHandlers(true);
  }

  @Test
  void repeatsEachWorkAtItsOwnInterval() {
    timer.every(Duration.ofSeconds(2), "one", () -> done.add("first"));
    timer.atOnceAndEvery(Duration.ofSeconds(3), "two", () -> done.add("second"));

    expire("two");
    expire("one");
    expire("two");

    assertThat(timers).containsExactly(List.of("one", 2000L, 2000L), List.of("two", 0L, 3000L));
    assertThat(done).containsExactly("second", "first", "second");
  }

  @Test
  void logsAFailureWithItsTraceAndGoesOn() {
    var defect = new IllegalArgumentException("a defect");
    timer.every(
        Duration.ofSeconds(2),
        "work",
        () -> {
          done.add("tried");
          throw defect;
        });

    expire("work");
    expire("work");

    assertThat(done).hasSize(2);
    assertThat(written)
        .extracting(LogRecord::getMessage, LogRecord::getThrown)
        .containsOnly(tuple("work: failed; tried again in PT2S", defect));
  }

  @Test
  void performsWorkNowAsWellWithoutAFailureForTheCaller() {
    timer.every(
        Duration.ofSeconds(2),
        "work",
        () -> {
          done.add("now");
          throw new IllegalStateException("a defect");
        });

    timer.perform("work");

    assertThat(done).containsExactly("now");
    assertThat(written).hasSize(1);
  }

  @Test
  void notesAClassThatNoFileDescriptorWasLeftToLoad() {
    timer.every(
        Duration.ofSeconds(2),
        "work",
        () -> {
          throw (Error)
              new NoClassDefFoundError("dev/reprise/Some")
                  .initCause(new IOException("Too many open files"));
        });

    expire("work");

    assertThat(timer.faults.mustRestart()).isTrue();
  }

  @Test
  void keepsAnInterruptForTheThreadsOwner() {
    timer.every(
        Duration.ofSeconds(2),
        "work",
        () -> {
          throw new InterruptedException();
        });

    expire("work");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(written).isEmpty();
  }

  @Test
  void beginsNothingAfterTheEnd() {
    timer.every(Duration.ofSeconds(2), "work", () -> done.add("late"));

    timer.end();
    expire("work");

    assertThat(done).isEmpty();
  }

  private void expire(String name) {
    timer.repeat(proxy(Timer.class, (proxy, method, arguments) -> name));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  private Handler writer() {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        written.add(line);
      }

      @Override
      public void flush() {
        // nothing is buffered
      }

      @Override
      public void close() {
        // nothing is open
      }
    };
  }
}

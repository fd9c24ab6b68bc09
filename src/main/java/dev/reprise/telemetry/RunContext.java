package dev.reprise.telemetry;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The run that the current thread works on. Each line that the thread logs has it as fields.
 *
 * @param epoch of the claim by which this server works on it
 */
public record RunContext(UUID run, String tenant, long epoch) {

  private static final ThreadLocal<@Nullable RunContext> CURRENT = new ThreadLocal<>();

  public static Optional<RunContext> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /** Does work for this run on the current thread. */
  public <T> T in(Supplier<T> work) {
    RunContext before = enter(this);
    try {
      return work.get();
    } finally {
      leave(before);
    }
  }

  /** Returns the work as work for this run, for another thread. */
  public <T> Callable<T> around(Callable<T> work) {
    return () -> {
      RunContext before = enter(this);
      try {
        return work.call();
      } finally {
        leave(before);
      }
    };
  }

  /** Returns the work as work for the current thread's run, for another thread. */
  public static <T> Callable<T> carriedTo(Callable<T> work) {
    RunContext here = CURRENT.get();
    return here == null ? work : here.around(work);
  }

  private static @Nullable RunContext enter(RunContext context) {
    RunContext before = CURRENT.get();
    CURRENT.set(context);
    return before;
  }

  private static void leave(@Nullable RunContext before) {
    if (before == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(before);
    }
  }
}

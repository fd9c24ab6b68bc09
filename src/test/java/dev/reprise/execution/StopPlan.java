package dev.reprise.execution;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When a run is stopped, counted in questions whether it is to stop, and when those that work for
 * it have their end.
 *
 * @param at the question at which the cause is there; it stays until the run is let go of
 * @param times in how many claims of the run in a row it is there; in those that follow, from the
 *     first question on
 * @param childrenEnd the question at which the children have their end, if not before
 */
record StopPlan(StopCause cause, int at, int times, int childrenEnd) {

  static final StopPlan NONE = new StopPlan(StopCause.SHUTDOWN, Integer.MAX_VALUE, 0, 0);

  /** Carries the plan out. */
  static final class Course {

    private final StopPlan plan;
    private final Children children;
    private final AtomicInteger questions = new AtomicInteger();
    private boolean isOn;
    private int stopped;

    Course(StopPlan plan, Children children) {
      this.plan = plan;
      this.children = children;
    }

    int questions() {
      return questions.get();
    }

    synchronized Optional<StopCause> cause() {
      int question = questions.incrementAndGet();
      if (question == plan.childrenEnd) {
        children.end();
      }
      isOn |= question >= plan.at && stopped < plan.times;
      return isOn ? Optional.of(plan.cause) : Optional.empty();
    }

    /** The run is let go of. */
    synchronized void letGo() {
      if (isOn) {
        stopped++;
        isOn = false;
      }
    }
  }
}

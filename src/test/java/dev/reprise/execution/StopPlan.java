package dev.reprise.execution;

import java.util.Optional;

/**
 * When a run is stopped and when its child runs end, counted in checks of the run's stop.
 *
 * @param at the check at which the cause appears; it remains until the run is released
 * @param times in how many claims of the run in a row the cause appears; in later claims, from the
 *     first check on
 * @param childrenEnd the check at which the child runs end, if not before
 */
record StopPlan(StopCause cause, int at, int times, int childrenEnd) {

  static final StopPlan NONE = new StopPlan(StopCause.DRAIN, Integer.MAX_VALUE, 0, 0);

  /** Carries the plan out. */
  static final class Course {

    private final StopPlan plan;
    private final PlannedChildRuns children;
    private int questions;
    private boolean isOn;
    private int stopped;

    Course(StopPlan plan, PlannedChildRuns children) {
      this.plan = plan;
      this.children = children;
    }

    synchronized Optional<StopCause> cause() {
      int question = ++questions;
      if (question == plan.childrenEnd) {
        children.end();
      }
      isOn |= question >= plan.at && stopped < plan.times;
      return isOn ? Optional.of(plan.cause) : Optional.empty();
    }

    /** Notes that the run was released. */
    synchronized void released() {
      if (isOn) {
        stopped++;
        isOn = false;
      }
    }
  }
}

package dev.reprise.api.control;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.history.CallEntry;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallProgress;

/** How far a tool call has come. */
public enum ToolCallStatus {
  /** Requested and not begun, or begun without an effect. */
  PENDING,
  /** Waiting for a time, a person, a child run, or the next attempt of a call that failed. */
  WAITING,
  /** Begun, and a server is carrying it out. */
  RUNNING,
  COMPLETED,
  FAILED,
  /** Begun, and its outcome is not known. */
  UNKNOWN;

  /** Returns how far a call of the newest reply of a run has come. */
  public static ToolCallStatus of(RunStatus run, ToolCallProgress progress) {
    return switch (progress) {
      case ToolCallProgress.Asked ignored -> PENDING;
      case ToolCallProgress.NotHappened ignored -> PENDING;
      case ToolCallProgress.InDoubt ignored -> UNKNOWN;
      case ToolCallProgress.Retrying ignored -> WAITING;
      case ToolCallProgress.Deferred ignored -> WAITING;
      case ToolCallProgress.WithPerson ignored -> WAITING;
      case ToolCallProgress.Delegated ignored -> WAITING;
      case ToolCallProgress.Started ignored -> run == RunStatus.RUNNING ? RUNNING : UNKNOWN;
      case ToolCallProgress.Ended(ToolOutcome.Succeeded ignored) -> COMPLETED;
      case ToolCallProgress.Ended(ToolOutcome.Failed ignored) -> FAILED;
    };
  }

  /** Returns how far a call has come that has an outcome, or that its run has left without one. */
  public static ToolCallStatus of(CallEntry left) {
    return of(RunStatus.QUEUED, left.state().progress()); // no server carries it out
  }
}

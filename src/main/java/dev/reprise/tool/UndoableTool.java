package dev.reprise.tool;

import dev.reprise.agent.message.ToolOutcome;

/**
 * A tool that can undo its effect. An implementation knows the state before the call from the call
 * alone, or from what the call left in the world. A tool that overwrites data without a copy cannot
 * be undoable.
 */
public interface UndoableTool extends Tool {

  /**
   * Undoes a call. To undo it twice has the same effect as to undo it once: after a crash, the same
   * request may arrive again, and then it succeeds.
   *
   * <p>The tool refuses if the world has changed since, for example if another file is at the old
   * path. So an undo never destroys anything newer. Every failure says that nothing was undone, and
   * why.
   *
   * <p>Runs as a call does: outside any transaction. It is interrupted when its time is up or the
   * run that undoes must stop.
   *
   * @throws ToolException if nothing was undone
   * @throws OutcomeUnknownException if the undo had begun and may or may not have happened
   * @throws Exception if nothing was undone, in a way that the tool does not describe
   */
  ToolOutcome undo(UndoRequest request) throws Exception;
}

package dev.reprise.tool;

import dev.reprise.agent.message.ToolOutcome;

/**
 * A tool whose effect can be taken back. Whoever implements it knows from the call alone, or from
 * what the call left in the world, what was there before; a tool that overwrites what nobody kept
 * is none of these.
 */
public interface UndoableTool extends Tool {

  /**
   * Takes back what a call did. A call that is undone twice is undone once: a crash may have the
   * same request come again, and then it succeeds.
   *
   * <p>Where the world has moved on since, such as another file where the old one was to be put
   * back, it is refused: nothing newer is lost for the sake of something older. Every failure says
   * that nothing was taken back, and why.
   *
   * <p>Runs as a call does: outside any transaction, interrupted when its time is up or the run
   * that undoes is to stop.
   *
   * @throws ToolException if it is not undone
   * @throws OutcomeUnknownException if it had begun and may or may not be undone
   * @throws Exception if it is not undone, and the tool has no words for why
   */
  ToolOutcome undo(UndoRequest request) throws Exception;
}

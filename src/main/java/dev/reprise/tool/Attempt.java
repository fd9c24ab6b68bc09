package dev.reprise.tool;

import dev.reprise.agent.ToolOutcome;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run of a tool that either begins or is withdrawn, so that a late start has no effect. */
final class Attempt implements Callable<ToolOutcome> {

  private final Tool tool;
  private final ToolRequest request;
  private final AtomicBoolean settled = new AtomicBoolean();

  Attempt(Tool tool, ToolRequest request) {
    this.tool = tool;
    this.request = request;
  }

  @Override
  public ToolOutcome call() throws Exception {
    if (!settled.compareAndSet(false, true)) {
      throw new CancellationException("withdrawn before it began");
    }
    return Objects.requireNonNull(tool.call(request), "the tool returned null");
  }

  /** Keeps the tool from beginning. Returns whether that was still possible. */
  boolean withdraw() {
    return settled.compareAndSet(false, true);
  }
}

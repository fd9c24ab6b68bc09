package dev.reprise.tool;

import dev.reprise.agent.message.ToolOutcome;

/** A tool that does and answers what a test says. */
public record ReconcilableStub(StubTool tool, Answer answer) implements ReconcilableTool {

  /** What it says became of a call. */
  public interface Answer {
    Reconciliation about(ToolRequest request) throws Exception;
  }

  @Override
  public ToolDeclaration declaration() {
    return tool.declaration();
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    return tool.call(request);
  }

  @Override
  public Reconciliation reconcile(ToolRequest request) throws Exception {
    return answer.about(request);
  }
}

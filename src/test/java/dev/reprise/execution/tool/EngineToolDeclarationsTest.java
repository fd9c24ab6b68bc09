package dev.reprise.execution.tool;

import dev.reprise.tool.PinnedDeclarations;
import org.junit.jupiter.api.Test;

/** What the tools that the engine itself brings declare. */
class EngineToolDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(new ReadResultTool());
    PinnedDeclarations.assertPinned(new UndoCallTool());
  }
}

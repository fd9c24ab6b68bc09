package dev.reprise.execution.tool;

import dev.reprise.tool.PinnedDeclarations;
import dev.reprise.tool.method.MethodTools;
import org.junit.jupiter.api.Test;

/** What the tools that the engine itself brings declare. */
class EngineToolDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(MethodTools.declaration(ReadResultTool.class));
    PinnedDeclarations.assertPinned(MethodTools.declaration(UndoCallTool.class));
  }
}

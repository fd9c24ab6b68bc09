package dev.reprise.tool.note;

import dev.reprise.tool.PinnedDeclarations;
import dev.reprise.tool.method.MethodTools;
import org.junit.jupiter.api.Test;

/** What the tools for notes declare. */
class NoteDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(MethodTools.declaration(NoteTool.class));
    PinnedDeclarations.assertPinned(MethodTools.declaration(RecallTool.class));
  }
}

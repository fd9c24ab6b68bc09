package dev.reprise.tool.note;

import dev.reprise.tool.PinnedDeclarations;
import org.junit.jupiter.api.Test;

/** What the tools for notes declare. */
class NoteDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(new NoteTool());
    PinnedDeclarations.assertPinned(new RecallTool());
  }
}

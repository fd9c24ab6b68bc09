package dev.reprise.tool.code;

import dev.reprise.tool.PinnedDeclarations;
import org.junit.jupiter.api.Test;

/** What the tool that runs code declares. */
class CodeDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(new RunCodeTool());
  }
}

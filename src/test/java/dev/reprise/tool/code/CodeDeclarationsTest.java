package dev.reprise.tool.code;

import dev.reprise.tool.PinnedDeclarations;
import dev.reprise.tool.method.MethodTools;
import org.junit.jupiter.api.Test;

/** What the tool that runs code declares. */
class CodeDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(MethodTools.declaration(RunCodeTool.class));
  }
}

package dev.reprise.tool.web;

import dev.reprise.tool.PinnedDeclarations;
import dev.reprise.tool.method.MethodTools;
import org.junit.jupiter.api.Test;

/** What the tools of the web declare. */
class WebDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(MethodTools.declaration(HttpFetchTool.class));
    PinnedDeclarations.assertPinned(MethodTools.declaration(HttpPostTool.class));
  }
}

package dev.reprise.tool.web;

import dev.reprise.tool.PinnedDeclarations;
import dev.reprise.tool.method.MethodTools;
import org.junit.jupiter.api.Test;

/** What the tools of the web declare. */
class WebDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(MethodTools.of(new HttpFetchTool()));
    PinnedDeclarations.assertPinned(MethodTools.of(new HttpPostTool()));
  }
}

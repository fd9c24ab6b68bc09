package dev.reprise.tool.web;

import dev.reprise.tool.PinnedDeclarations;
import org.junit.jupiter.api.Test;

/** What the tools of the web declare. */
class WebDeclarationsTest {

  @Test
  void areThoseThatRunsHavePinned() throws Exception {
    PinnedDeclarations.assertPinned(new HttpFetchTool());
    PinnedDeclarations.assertPinned(new HttpPostTool());
  }
}

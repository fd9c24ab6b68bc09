package dev.reprise.tool.call;

import java.util.Map;

/** Offers tools to the catalogue while the server runs, and says from the start that it will. */
public interface ToolSource {

  /** Returns the tools that it will offer, by the names under which it does. */
  Map<String, ExpectedTools> expected();
}

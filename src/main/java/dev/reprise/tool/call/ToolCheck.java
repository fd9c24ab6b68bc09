package dev.reprise.tool.call;

import dev.reprise.tool.Tool;

/** Whether a tool could be in the catalogue, for whoever brings tools that others declared. */
public final class ToolCheck {

  private ToolCheck() {}

  /**
   * Checks a tool for itself; its name may still be taken.
   *
   * @throws IllegalArgumentException if its schema is invalid, or its effect class is not that of
   *     its kind; names the tool
   */
  public static void check(Tool tool) {
    CataloguedTool unused = CataloguedTool.of(tool);
  }
}

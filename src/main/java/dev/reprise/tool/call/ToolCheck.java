package dev.reprise.tool.call;

import dev.reprise.tool.Tool;

/** Checks whether a tool could be in the catalogue, for sources of tools that others declare. */
public final class ToolCheck {

  private ToolCheck() {}

  /**
   * Checks a tool on its own; another tool may still have its name.
   *
   * @throws IllegalArgumentException if its schema is invalid, or its effect class does not match
   *     its kind; names the tool
   */
  public static void check(Tool tool) {
    CataloguedTool unused = CataloguedTool.of(tool);
  }
}

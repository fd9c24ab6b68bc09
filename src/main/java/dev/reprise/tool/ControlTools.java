package dev.reprise.tool;

import java.util.List;

/** What the control tools declare. */
final class ControlTools {

  static final List<ToolDeclaration> DECLARATIONS =
      List.of(WaitUntil.DECLARATION, AskHuman.DECLARATION, Delegate.DECLARATION);

  private ControlTools() {}
}

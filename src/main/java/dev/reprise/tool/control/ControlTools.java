package dev.reprise.tool.control;

import dev.reprise.tool.ToolDeclaration;
import java.util.List;

/** What the control tools declare. */
public final class ControlTools {

  public static final List<ToolDeclaration> DECLARATIONS =
      List.of(
          WaitUntilDeclaration.DECLARATION,
          AskHumanDeclaration.DECLARATION,
          DelegateDeclaration.DECLARATION);

  private ControlTools() {}
}

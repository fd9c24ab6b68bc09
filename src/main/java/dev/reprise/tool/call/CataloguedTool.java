package dev.reprise.tool.call;

import dev.reprise.agent.EffectClass;
import dev.reprise.tool.ArgumentSchema;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;

/** A tool with its declaration and its compiled schema, which are computed once. */
record CataloguedTool(Tool tool, ToolDeclaration declaration, ArgumentSchema schema) {

  /**
   * @throws IllegalArgumentException if the schema is invalid, or the tool's effect class does not
   *     match its kind
   */
  static CataloguedTool of(Tool tool) {
    ToolDeclaration declaration = tool.declaration();
    checkKind(tool, declaration);
    return new CataloguedTool(tool, declaration, ArgumentSchema.of(declaration));
  }

  private static void checkKind(Tool tool, ToolDeclaration declaration) {
    boolean declared = declaration.effect() == EffectClass.RECONCILABLE;
    boolean reconcilable = tool instanceof ReconcilableTool;
    if (declared && !reconcilable) {
      throw new IllegalArgumentException(
          "tool '%s' declares RECONCILABLE, but is no ReconcilableTool that could be asked"
              .formatted(declaration.name()));
    }
    if (reconcilable && !declared) {
      throw new IllegalArgumentException(
          "tool '%s' is a ReconcilableTool, but declares %s instead of RECONCILABLE"
              .formatted(declaration.name(), declaration.effect()));
    }
  }
}

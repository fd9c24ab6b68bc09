package dev.reprise.tool;

/** A tool with what is worked out once: its declaration, and its schema compiled. */
record CataloguedTool(Tool tool, ToolDeclaration declaration, ArgumentSchema schema) {

  static CataloguedTool of(Tool tool) {
    ToolDeclaration declaration = tool.declaration();
    return new CataloguedTool(tool, declaration, ArgumentSchema.of(declaration));
  }
}

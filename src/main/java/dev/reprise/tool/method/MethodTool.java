package dev.reprise.tool.method;

import com.fasterxml.jackson.core.JsonPointer;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.FailureText;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoRequest;
import dev.reprise.tool.UndoableTool;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A tool whose body is a {@link ToolMethod} of a bean. Tested by {@code ToolBeanScannerTest}. */
sealed class MethodTool implements Tool {

  private final MethodDeclaration declaration;
  private final MethodBody body;
  private final MethodResult result;

  private MethodTool(MethodDeclaration declaration, MethodBody body) {
    this.declaration = declaration;
    this.body = body;
    this.result = new MethodResult(declaration.tool());
  }

  /**
   * Creates a tool from annotated methods. It is reconcilable and undoable if it has methods for
   * that.
   *
   * @throws IllegalArgumentException if they do not form a tool; says why and what is allowed
   */
  static Tool of(ToolInstance instance, ToolMethods methods, Validator validator) {
    var body = MethodBody.of(instance, methods, validator);
    var said = methods.call().getAnnotation(ToolMethod.class);
    var declaration = MethodDeclaration.of(said, description(said, instance, methods), body.call());
    boolean undoable = body.undo().isPresent();
    if (body.reconcile().isPresent()) {
      return undoable
          ? new ReconcilableAndUndoable(declaration, body)
          : new Reconcilable(declaration, body);
    }
    return undoable ? new Undoable(declaration, body) : new MethodTool(declaration, body);
  }

  private static String description(ToolMethod said, ToolInstance instance, ToolMethods methods) {
    if (methods.description().isEmpty()) {
      return said.description();
    }
    Method method = methods.description().get();
    if (!said.description().isEmpty()
        || method.getParameterCount() > 0
        || method.getReturnType() != String.class) {
      throw new IllegalArgumentException(
          "%s must take nothing and return a String, and be the only description"
              .formatted(method.getName()));
    }
    try {
      method.setAccessible(true);
      return String.valueOf(instance.call(method, new Object[0]));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalArgumentException(method.getName() + " failed: " + FailureText.of(e), e);
    }
  }

  @Override
  public ToolDeclaration declaration() {
    return declaration.tool();
  }

  @Override
  public Optional<Set<JsonPointer>> secretPlaces() {
    return declaration.secretPlaces();
  }

  @Override
  public Optional<String> destination() {
    return declaration.destination();
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    ToolSignature call = body.call();
    Object[] values = call.values(declaration.tool().name(), request.arguments(), request);
    return result.of(call, body.instance().call(call.method(), values));
  }

  Reconciliation reconciled(ToolRequest request) throws Exception {
    ToolSignature reconcile = body.reconcile().orElseThrow();
    Object[] values = reconcile.values(declaration.tool().name(), request.arguments(), request);
    return (Reconciliation)
        Objects.requireNonNull(
            body.instance().call(reconcile.method(), values), "the tool returned null");
  }

  ToolOutcome undone(UndoRequest request) throws Exception {
    ToolSignature undo = body.undo().orElseThrow();
    Object[] values = undo.values(declaration.tool().name(), request.arguments(), request);
    return result.of(undo, body.instance().call(undo.method(), values));
  }

  private static final class Reconcilable extends MethodTool implements ReconcilableTool {

    Reconcilable(MethodDeclaration declaration, MethodBody body) {
      super(declaration, body);
    }

    @Override
    public Reconciliation reconcile(ToolRequest request) throws Exception {
      return reconciled(request);
    }
  }

  private static final class Undoable extends MethodTool implements UndoableTool {

    Undoable(MethodDeclaration declaration, MethodBody body) {
      super(declaration, body);
    }

    @Override
    public ToolOutcome undo(UndoRequest request) throws Exception {
      return undone(request);
    }
  }

  private static final class ReconcilableAndUndoable extends MethodTool
      implements ReconcilableTool, UndoableTool {

    ReconcilableAndUndoable(MethodDeclaration declaration, MethodBody body) {
      super(declaration, body);
    }

    @Override
    public Reconciliation reconcile(ToolRequest request) throws Exception {
      return reconciled(request);
    }

    @Override
    public ToolOutcome undo(UndoRequest request) throws Exception {
      return undone(request);
    }
  }
}

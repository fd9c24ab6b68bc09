package dev.reprise.tool.method;

import dev.reprise.agent.EffectClass;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoRequest;
import jakarta.validation.Validator;
import java.util.Optional;

/**
 * The methods of a tool.
 *
 * @param instance that has the methods
 * @param call makes a call
 * @param reconcile finds out whether the effect of a call happened; only {@code RECONCILABLE} tools
 *     have it
 * @param undo undoes a call; empty if the tool cannot
 */
record MethodBody(
    ToolInstance instance,
    ToolSignature call,
    Optional<ToolSignature> reconcile,
    Optional<ToolSignature> undo) {

  /**
   * Reads the methods of a tool.
   *
   * @throws IllegalArgumentException if they do not form a tool; says why and what is allowed
   */
  static MethodBody of(ToolInstance instance, ToolMethods methods, Validator validator) {
    var body =
        new MethodBody(
            instance,
            ToolSignature.of(methods.call(), ToolRequest.class, validator),
            methods.reconcile().map(it -> ToolSignature.of(it, ToolRequest.class, validator)),
            methods.undo().map(it -> ToolSignature.of(it, UndoRequest.class, validator)));
    body.checkReconciliation(methods.call().getAnnotation(ToolMethod.class).effect());
    body.reconcile().ifPresent(it -> it.requireSameArguments(body.call()));
    body.undo().ifPresent(it -> it.requireSameArguments(body.call()));
    return body;
  }

  private void checkReconciliation(EffectClass effect) {
    boolean declared = effect == EffectClass.RECONCILABLE;
    if (declared && reconcile.isEmpty()) {
      throw new IllegalArgumentException(
          "declares RECONCILABLE, but has no @ReconcileMethod that finds out what became of a call;"
              + " add one, or declare READ_ONLY, IDEMPOTENT or ONCE");
    }
    if (!declared && reconcile.isPresent()) {
      throw new IllegalArgumentException(
          "has a @ReconcileMethod, but declares %s; it must declare RECONCILABLE"
              .formatted(effect));
    }
    if (reconcile.isPresent() && reconcile.get().method().getReturnType() != Reconciliation.class) {
      throw new IllegalArgumentException(
          "%s must return Reconciliation".formatted(reconcile.get().method().getName()));
    }
  }
}

package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Has its effect each time it is called, and can look up whether the effect has happened. */
@Dependent
public class ReconcilableLedgerTool extends LedgerTool implements ReconcilableTool {

  private final LedgerClient ledger;

  @Inject
  ReconcilableLedgerTool(LedgerClient ledger, CrashPlan plan) {
    super(EffectClass.RECONCILABLE, "POST", ledger, plan);
    this.ledger = ledger;
  }

  @Override
  public Reconciliation reconcile(ToolRequest request) throws Exception {
    return ledger.knows(request.idempotencyKey())
        ? new Reconciliation.Happened("noted")
        : new Reconciliation.DidNotHappen();
  }
}

package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Has its effect once, no matter how often it is called with the same key. */
@Dependent
public class IdempotentLedgerTool extends LedgerTool {

  @Inject
  IdempotentLedgerTool(LedgerClient ledger, CrashPlan plan) {
    super(EffectClass.IDEMPOTENT, "PUT", ledger, plan);
  }
}

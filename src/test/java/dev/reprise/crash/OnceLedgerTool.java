package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Has its effect each time it is called. */
@Dependent
public class OnceLedgerTool extends LedgerTool {

  @Inject
  OnceLedgerTool(LedgerClient ledger, CrashPlan plan) {
    super(EffectClass.ONCE, "POST", ledger, plan);
  }
}

package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Reads the ledger and changes nothing. */
@Dependent
public class ReadOnlyLedgerTool extends LedgerTool {

  @Inject
  ReadOnlyLedgerTool(LedgerClient ledger, CrashPlan plan) {
    super(EffectClass.READ_ONLY, "GET", ledger, plan);
  }
}

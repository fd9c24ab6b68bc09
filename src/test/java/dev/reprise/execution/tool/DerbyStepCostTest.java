package dev.reprise.execution.tool;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.CountingDataSource;

class DerbyStepCostTest extends StepCostContract {

  private static final StepCost EFFECTS = new StepCost(4, 3, 1, 133_000);
  private static final StepCost READ_ONLY = WRITTEN_TOGETHER.allocating(87_700);
  private static final StepCost SHORT_RUN = new StepCost(54, 46, 14, 1_800_000);

  private final CountingDataSource counter = new CountingDataSource(TestDatabases.derby());

  @Override
  CountingDataSource counter() {
    return counter;
  }

  @Override
  CostBound effects() {
    return new CostBound(EFFECTS, "DerbyStepCostTest.EFFECTS");
  }

  @Override
  CostBound readOnly() {
    return new CostBound(READ_ONLY, "DerbyStepCostTest.READ_ONLY");
  }

  @Override
  CostBound shortRun() {
    return new CostBound(SHORT_RUN, "DerbyStepCostTest.SHORT_RUN");
  }
}

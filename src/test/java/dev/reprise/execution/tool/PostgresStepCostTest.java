package dev.reprise.execution.tool;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.CountingDataSource;

class PostgresStepCostTest extends StepCostContract {

  private static final StepCost EFFECTS = new StepCost(1, 1, 1, 67_000);
  private static final StepCost READ_ONLY = WRITTEN_TOGETHER.allocating(67_000);
  private static final StepCost SHORT_RUN = new StepCost(25, 28, 15, 761_000);

  private static final StepCost EMPTY_RUN = new StepCost(15, 18, 5, 122_500);

  private final CountingDataSource counter = new CountingDataSource(TestDatabases.postgres());

  @Override
  CountingDataSource counter() {
    return counter;
  }

  @Override
  CostBound effects() {
    return new CostBound(EFFECTS, "PostgresStepCostTest.EFFECTS");
  }

  @Override
  CostBound readOnly() {
    return new CostBound(READ_ONLY, "PostgresStepCostTest.READ_ONLY");
  }

  @Override
  CostBound shortRun() {
    return new CostBound(SHORT_RUN, "PostgresStepCostTest.SHORT_RUN");
  }

  @Override
  CostBound emptyRun() {
    return new CostBound(EMPTY_RUN, "PostgresStepCostTest.EMPTY_RUN");
  }
}

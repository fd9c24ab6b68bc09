package dev.reprise.execution.tool;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.CountingDataSource;

/**
 * Derby runs in this process and keeps what it stores in memory, so that equal steps allocate up to
 * a fifth more if its cache is full of other tests' pages. What the product allocates is bounded by
 * {@link PostgresStepCostTest}, where equal steps differ by less than a hundredth.
 */
class DerbyStepCostTest extends StepCostContract {

  private static final double UNBOUNDED = Double.POSITIVE_INFINITY;

  private static final StepCost EFFECTS = new StepCost(4, 3, 1, UNBOUNDED);
  private static final StepCost READ_ONLY = WRITTEN_TOGETHER.allocating(UNBOUNDED);
  private static final StepCost SHORT_RUN = new StepCost(57, 50, 15, UNBOUNDED);

  private static final StepCost EMPTY_RUN = new StepCost(17, 20, 5, UNBOUNDED);

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

  @Override
  CostBound emptyRun() {
    return new CostBound(EMPTY_RUN, "DerbyStepCostTest.EMPTY_RUN");
  }
}

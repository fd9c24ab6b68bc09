package dev.reprise.execution.batch;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.batch.api.partition.PartitionPlan;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchPartitionMapperTest {

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "500, 1", "501, 2", "1999, 4", "10000, 4", "10003, 4"})
  void rangesCoverAllPositionsOnce(int items, int partitions) {
    PartitionPlan plan = BatchPartitionMapper.plan(items);

    assertThat(plan.getPartitions()).isEqualTo(partitions);
    assertThat(plan.getPartitionsOverride()).isTrue();
    int next = 1;
    for (Properties range : plan.getPartitionProperties()) {
      assertThat(range.getProperty("first")).isEqualTo(Integer.toString(next));
      next = Integer.parseInt(range.getProperty("last")) + 1;
    }
    assertThat(next).isEqualTo(items + 1);
  }
}

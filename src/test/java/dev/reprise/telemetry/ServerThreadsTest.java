package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

/** What the server's pool of threads says of itself becomes metrics. */
class ServerThreadsTest {

  private static final String POOL = "WebSphere:type=ThreadPoolStats,name=Default Executor";

  /** What the server has for its pool. */
  public interface PoolMBean {
    int getPoolSize();

    int getActiveThreads();
  }

  private record Pool(int getPoolSize, int getActiveThreads) implements PoolMBean {}

  @Test
  void countsThreadsAndThoseThatDoSomething() throws JMException {
    var beans = ManagementFactory.getPlatformMBeanServer();
    var name = new ObjectName(POOL);
    beans.registerMBean(new StandardMBean(new Pool(12, 5), PoolMBean.class), name);
    try {
      assertThat(measured())
          .isEqualTo(Map.of("agentrun.server.threads", 12L, "agentrun.server.threads.active", 5L));
    } finally {
      beans.unregisterMBean(name);
    }
  }

  @Test
  void saysNothingWithoutThePool() {
    assertThat(measured()).isEmpty();
  }

  private static Map<String, Long> measured() {
    var reader = InMemoryMetricReader.create();
    try (var meters = SdkMeterProvider.builder().registerMetricReader(reader).build()) {
      new ServerThreads().add(meters.get("test"));
      return reader.collectAllMetrics().stream()
          .collect(
              Collectors.toMap(
                  metric -> metric.getName(),
                  metric ->
                      metric.getLongGaugeData().getPoints().stream()
                          .mapToLong(LongPointData::getValue)
                          .sum()));
    }
  }
}

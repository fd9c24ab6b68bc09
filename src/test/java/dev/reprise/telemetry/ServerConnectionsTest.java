package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

/** What a pool says of itself becomes metrics; MetricsIT asks the pool of a real server. */
class ServerConnectionsTest {

  private static final String USED =
      """
      PoolManager@26b06bd0
      jndiName=jdbc/reprise
      maxPoolSize=50
      size=3
      waiting=7
      unshared=1
       ManagedConnection@67664fd9=ActiveInTransaction thread=null
      shared=0
      available=2
       ManagedConnection@7db5f033=Reusable
       ManagedConnection@3f44c1e6=Reusable
      """;

  private final MBeanServer beans = MBeanServerFactory.newMBeanServer();

  /** What the server has for each of its pools. */
  public interface PoolMBean {
    String showPoolContents();
  }

  private record Pool(String showPoolContents) implements PoolMBean {}

  @Test
  void countsConnectionsByState() throws JMException {
    pool(USED);

    try (var measured = measured()) {
      assertThat(
              measured.counts(
                  "db.client.connection.count",
                  AttributeKey.stringKey("db.client.connection.state")))
          .isEqualTo(Map.of("used", 1L, "idle", 2L));
      assertThat(of(measured, "max")).isEqualTo(Map.of("jdbc/reprise", 50L));
      assertThat(of(measured, "pending_requests")).isEqualTo(Map.of("jdbc/reprise", 7L));
    }
  }

  @Test
  void saysNothingOfAPoolThatSaysNothing() throws JMException {
    pool("");

    try (var measured = measured()) {
      assertThat(measured.counts("db.client.connection.count")).isEmpty();
    }
  }

  private void pool(String contents) throws JMException {
    beans.registerMBean(
        new StandardMBean(new Pool(contents), PoolMBean.class),
        new ObjectName(
            "WebSphere:type=com.ibm.ws.jca.cm.mbean.ConnectionManagerMBean,jndiName=jdbc/reprise,name=one"));
  }

  private MeasuredTelemetry measured() {
    var measured = new MeasuredTelemetry();
    new ServerConnections(beans).add(measured.telemetry().meter());
    return measured;
  }

  private static Map<String, Long> of(MeasuredTelemetry measured, String name) {
    return measured.counts(
        "db.client.connection." + name, AttributeKey.stringKey("db.client.connection.pool.name"));
  }
}

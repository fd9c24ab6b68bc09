package dev.reprise.telemetry;

import static java.lang.System.Logger.Level.DEBUG;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The server's pools of connections to databases, as the metrics of the <a
 * href="https://opentelemetry.io/docs/specs/semconv/db/database-metrics/">conventions for database
 * clients</a>. The server's own monitor measures each use of a connection, which takes 3 % of the
 * processor time of a run's steps. This asks the pools when metrics are collected.
 */
final class ServerConnections {

  private static final System.Logger LOG = System.getLogger(ServerConnections.class.getName());

  private static final String POOLS =
      "WebSphere:type=com.ibm.ws.jca.cm.mbean.ConnectionManagerMBean,*";

  /** What of a pool's description counts; between these lines it has one for each connection. */
  private static final Pattern CONTENTS =
      Pattern.compile(
          "^maxPoolSize=(\\d+)$.*^size=(\\d+)$.*^waiting=(\\d+)$.*^available=(\\d+)$",
          Pattern.MULTILINE | Pattern.DOTALL);

  private static final AttributeKey<String> POOL =
      AttributeKey.stringKey("db.client.connection.pool.name");
  private static final AttributeKey<String> STATE =
      AttributeKey.stringKey("db.client.connection.state");

  private final MBeanServer beans;

  ServerConnections() {
    this(ManagementFactory.getPlatformMBeanServer());
  }

  ServerConnections(MBeanServer beans) {
    this.beans = beans;
  }

  void add(Meter meter) {
    ObservableLongMeasurement count =
        counter(meter, "count", "{connection}", "Connections by state: used, or idle");
    ObservableLongMeasurement max =
        counter(meter, "max", "{connection}", "How many connections a pool may have");
    ObservableLongMeasurement pending =
        counter(meter, "pending_requests", "{request}", "How many wait for a connection");
    meter.batchCallback(
        () -> {
          try {
            for (ObjectName pool : beans.queryNames(new ObjectName(POOLS), null)) {
              record(pool, count, max, pending);
            }
          } catch (JMException e) {
            LOG.log(DEBUG, "the server's pools of connections could not be read", e);
          }
        },
        count,
        max,
        pending);
  }

  private static ObservableLongMeasurement counter(
      Meter meter, String name, String unit, String description) {
    return meter
        .upDownCounterBuilder("db.client.connection." + name)
        .setUnit(unit)
        .setDescription(description)
        .buildObserver();
  }

  private void record(
      ObjectName pool,
      ObservableLongMeasurement count,
      ObservableLongMeasurement max,
      ObservableLongMeasurement pending)
      throws JMException {
    String contents = String.valueOf(beans.invoke(pool, "showPoolContents", null, null));
    Matcher amounts = CONTENTS.matcher(contents);
    if (amounts.find()) { // a pool that has not been used yet says nothing
      Attributes ofPool = Attributes.of(POOL, pool.getKeyProperty("jndiName"));
      long size = Long.parseLong(amounts.group(2));
      long idle = Long.parseLong(amounts.group(4));
      count.record(idle, ofPool.toBuilder().put(STATE, "idle").build());
      count.record(size - idle, ofPool.toBuilder().put(STATE, "used").build());
      max.record(Long.parseLong(amounts.group(1)), ofPool);
      pending.record(Long.parseLong(amounts.group(3)), ofPool);
    }
  }
}

package dev.reprise.telemetry;

import static java.lang.System.Logger.Level.DEBUG;

import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The server's pool of threads. The server itself reports it only where OpenTelemetry is configured
 * for the whole server, so it is read here from the bean of its monitor.
 */
final class ServerThreads {

  private static final System.Logger LOG = System.getLogger(ServerThreads.class.getName());

  private static final String POOLS = "WebSphere:type=ThreadPoolStats,name=Default Executor";

  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

  void add(Meter meter) {
    gauge(meter, "agentrun.server.threads", "Threads of the server's pool", "PoolSize");
    gauge(meter, "agentrun.server.threads.active", "Those that do something", "ActiveThreads");
  }

  private void gauge(Meter meter, String name, String description, String attribute) {
    meter
        .gaugeBuilder(name)
        .ofLongs()
        .setUnit("{thread}")
        .setDescription(description)
        .buildWithCallback(gauge -> read(attribute, gauge));
  }

  private void read(String attribute, ObservableLongMeasurement gauge) {
    try {
      if (beans.getAttribute(new ObjectName(POOLS), attribute) instanceof Number threads) {
        gauge.record(threads.longValue());
      }
    } catch (JMException e) {
      LOG.log(DEBUG, "%s of the server's threads could not be read".formatted(attribute), e);
    }
  }
}

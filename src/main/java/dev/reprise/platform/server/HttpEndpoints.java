package dev.reprise.platform.server;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The server's HTTP ports, which it closes first when it shuts down. */
@ApplicationScoped
public class HttpEndpoints {

  private static final ObjectName ALL = named("WebSphere:feature=channelfw,type=endpoint,*");
  private static final int MILLIS_TO_CONNECT = 200;

  private final AtomicInteger most = new AtomicInteger();

  /**
   * Returns whether any endpoint is open, which is true until the server starts to shut down.
   *
   * <p>A server that shuts down closes the ports of all endpoints at once, but may unregister the
   * last endpoint only after the jobs that it waits for. So once one is unregistered, this connects
   * to the ports of the others.
   */
  public boolean areOpen() {
    Set<ObjectName> known = beans().queryNames(ALL, null);
    boolean isOneGone = known.size() < most.accumulateAndGet(known.size(), Math::max);
    return isOneGone ? known.stream().anyMatch(HttpEndpoints::accepts) : !known.isEmpty();
  }

  private static boolean accepts(ObjectName endpoint) {
    try (var socket = new Socket()) {
      String host = String.valueOf(beans().getAttribute(endpoint, "Host"));
      int port = (int) beans().getAttribute(endpoint, "Port");
      InetAddress address =
          host.equals("*") ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
      socket.connect(new InetSocketAddress(address, port), MILLIS_TO_CONNECT);
      return true;
    } catch (IOException | JMException e) {
      return false; // closed, or unregistered by now
    }
  }

  private static MBeanServer beans() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  private static ObjectName named(String name) {
    try {
      return new ObjectName(name);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }
}

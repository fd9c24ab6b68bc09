package dev.reprise.platform;

import jakarta.enterprise.context.ApplicationScoped;
import java.lang.management.ManagementFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Where the server listens: what it closes first when it shuts down. */
@ApplicationScoped
public class Endpoints {

  private static final ObjectName ALL = named("WebSphere:feature=channelfw,type=endpoint,*");

  /** Returns whether any is open, which is so until the server begins to shut down. */
  public boolean areOpen() {
    return !ManagementFactory.getPlatformMBeanServer().queryNames(ALL, null).isEmpty();
  }

  private static ObjectName named(String name) {
    try {
      return new ObjectName(name);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }
}

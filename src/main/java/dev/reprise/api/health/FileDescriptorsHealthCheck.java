package dev.reprise.api.health;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.FileDescriptors;
import dev.reprise.platform.ServerFaults;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Shows how many files and connections this process has {@code open}, of how many at most ({@code
 * max}), and warns in the log before there are none left. It is up unless the want of one broke the
 * server for good: fewer runs on this server would not close what leaks.
 */
@Readiness
@ApplicationScoped
public class FileDescriptorsHealthCheck implements HealthCheck {

  private static final System.Logger LOG =
      System.getLogger(FileDescriptorsHealthCheck.class.getName());

  private final AtomicBoolean wereFew = new AtomicBoolean();
  private final ServerFaults faults;

  @Inject
  FileDescriptorsHealthCheck(ServerFaults faults) {
    this.faults = faults;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named("file descriptors").status(!faults.mustRestart());
    FileDescriptors.now()
        .ifPresent(
            it -> {
              warn(it);
              response.withData("open", it.open()).withData("max", it.max());
            });
    return response.build();
  }

  private void warn(FileDescriptors now) {
    if (now.areFew() && wereFew.compareAndSet(false, true)) {
      LOG.log(
          WARNING,
          "%d of %d file descriptors are open; a server without any must be restarted: raise the limit (ulimit -n), or find what stays open"
              .formatted(now.open(), now.max()));
    } else if (!now.areFew()) {
      wereFew.set(false);
    }
  }
}

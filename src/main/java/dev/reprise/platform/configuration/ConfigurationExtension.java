package dev.reprise.platform.configuration;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.FailedStart;
import dev.reprise.platform.settings.DeclaredSettings;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Checks the configuration before any bean of the application exists, so that the log has all
 * errors at once, and not only the first that a bean meets. Ends the process of an application that
 * could not start.
 */
public class ConfigurationExtension implements Extension {

  private static final System.Logger LOG = System.getLogger(ConfigurationExtension.class.getName());

  private boolean hasStarted;

  void check(@Observes AfterDeploymentValidation unused) {
    var check = ConfigurationCheck.of(DeclaredSettings.load(), ConfigProvider.getConfig());
    check.warnings().forEach(warning -> LOG.log(WARNING, warning));
    List<String> errors = check.errors();
    if (!errors.isEmpty()) {
      FailedStart.CONFIGURATION.end(
          "the configuration has %d error%s: %s"
              .formatted(errors.size(), errors.size() == 1 ? "" : "s", String.join("; ", errors)));
    }
  }

  /** The last observer: whatever stops a start has done so by then. */
  void noteStart(@Observes @Priority(Integer.MAX_VALUE) Startup unused) {
    hasStarted = true;
  }

  /** Without this, the process of an application that failed would live, and never try again. */
  void endUnlessStarted(@Observes BeforeShutdown unused) {
    if (!hasStarted) {
      FailedStart.OTHER.end("the error before this line names the cause");
    }
  }
}

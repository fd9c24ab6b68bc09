package dev.reprise.platform.configuration;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.settings.DeclaredSettings;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Extension;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Checks the configuration before any bean of the application exists, so that the log has all
 * errors at once, and not only the first that a bean meets.
 */
public class ConfigurationExtension implements Extension {

  private static final System.Logger LOG = System.getLogger(ConfigurationExtension.class.getName());

  void check(@Observes AfterDeploymentValidation deployment) {
    var check = ConfigurationCheck.of(DeclaredSettings.load(), ConfigProvider.getConfig());
    check.warnings().forEach(warning -> LOG.log(WARNING, warning));
    List<String> errors = check.errors();
    if (!errors.isEmpty()) {
      deployment.addDeploymentProblem(new InvalidConfigurationException(errors));
    }
  }
}

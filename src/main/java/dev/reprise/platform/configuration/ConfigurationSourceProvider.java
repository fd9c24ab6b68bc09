package dev.reprise.platform.configuration;

import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.ConfigSourceProvider;

/** Adds the operator's file to the sources of the configuration, if there is one. */
public class ConfigurationSourceProvider implements ConfigSourceProvider {

  private static final String VARIABLE = "REPRISE_CONFIG_FILE";

  @Override
  public List<ConfigSource> getConfigSources(ClassLoader unused) {
    return Optional.ofNullable(System.getProperty(ConfigurationSource.FILE.name()))
        .or(() -> Optional.ofNullable(System.getenv(VARIABLE)))
        .map(String::strip)
        .filter(file -> !file.isEmpty())
        .<ConfigSource>map(ConfigurationSource::of)
        .stream()
        .toList();
  }
}

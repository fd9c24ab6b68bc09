package dev.reprise.platform.configuration;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * The properties in the operator's file. They precede those that are part of the product; the
 * environment, system properties and the server's variables precede them.
 *
 * <p>A file that cannot be read has no properties, and an error, which the check at the start
 * reports together with all others. Tested by {@code ConfigurationFileTest}.
 */
final class ConfigurationSource implements ConfigSource {

  /** Names the file. It must be in the environment or a system property, since it is read first. */
  static final Setting<Path> FILE =
      Setting.optional("reprise.config.file", SettingType.path())
          .means(
              "a file with settings, in YAML or JSON; itself set as an environment variable or a"
                  + " system property");

  /** Between the properties of the product, 100, and the environment, 300. */
  private static final int ORDINAL = 200;

  private final String file;
  private final Map<String, String> values;
  private final Optional<String> error;

  private ConfigurationSource(String file, Map<String, String> values, Optional<String> error) {
    this.file = file;
    this.values = values;
    this.error = error;
  }

  /** Reads a file. */
  static ConfigurationSource of(String file) {
    try {
      return new ConfigurationSource(file, ConfigurationFile.read(Path.of(file)), Optional.empty());
    } catch (InvalidPathException e) {
      return new ConfigurationSource(file, Map.of(), Optional.of(FILE + " must be a path"));
    } catch (IllegalArgumentException e) {
      return new ConfigurationSource(file, Map.of(), Optional.of(String.valueOf(e.getMessage())));
    }
  }

  /** Returns the files among the sources of a configuration. */
  static Stream<ConfigurationSource> among(Config config) {
    return StreamSupport.stream(config.getConfigSources().spliterator(), false)
        .filter(ConfigurationSource.class::isInstance)
        .map(ConfigurationSource.class::cast);
  }

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("a-file", FILE);
    }

    @Override
    public void check(Config config) {
      Optional<Path> named = FILE.find(config);
      Optional<ConfigurationSource> read = among(config).findFirst();
      if (named.isPresent() && read.isEmpty()) {
        throw new IllegalArgumentException(
            FILE + " must be set as an environment variable or a system property");
      }
      read.flatMap(source -> source.error)
          .ifPresent(
              error -> {
                throw new IllegalArgumentException(error);
              });
    }
  }

  @Override
  public Set<String> getPropertyNames() {
    return values.keySet();
  }

  @Override
  public @Nullable String getValue(String property) {
    return values.get(property);
  }

  @Override
  public String getName() {
    return file;
  }

  @Override
  public int getOrdinal() {
    return ORDINAL;
  }
}

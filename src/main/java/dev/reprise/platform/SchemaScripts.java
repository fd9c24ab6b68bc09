package dev.reprise.platform;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * Hands Flyway the scripts of a dialect by name, because it cannot list a folder inside a WAR that
 * the server does not unpack.
 */
final class SchemaScripts implements ResourceProvider {

  /** All scripts of every dialect, oldest first. */
  static final List<String> NAMES = List.of("V1__runs_events_agents.sql");

  private final String folder;

  SchemaScripts(String dialect) {
    folder = "schema/" + dialect + "/";
  }

  @Override
  public @Nullable LoadableResource getResource(String name) {
    return NAMES.stream()
        .filter(script -> name.equals(script) || name.equals(folder + script))
        .findFirst()
        .<LoadableResource>map(script -> new Script(folder + script))
        .orElse(null);
  }

  @Override
  public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
    return NAMES.stream()
        .filter(script -> script.startsWith(prefix))
        .filter(script -> Arrays.stream(suffixes).anyMatch(script::endsWith))
        .<LoadableResource>map(script -> new Script(folder + script))
        .toList();
  }

  private static final class Script extends LoadableResource {

    private final String path;

    Script(String path) {
      this.path = path;
    }

    @Override
    public Reader read() {
      InputStream content = SchemaScripts.class.getClassLoader().getResourceAsStream(path);
      return new InputStreamReader(
          Optional.ofNullable(content)
              .orElseThrow(() -> new IllegalStateException("the script " + path + " is missing")),
          StandardCharsets.UTF_8);
    }

    @Override
    public String getAbsolutePath() {
      return path;
    }

    @Override
    public String getAbsolutePathOnDisk() {
      return path;
    }

    @Override
    public String getFilename() {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String getRelativePath() {
      return path;
    }
  }
}

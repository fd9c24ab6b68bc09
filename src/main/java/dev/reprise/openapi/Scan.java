package dev.reprise.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.openapi.api.SmallRyeOASConfig;
import io.smallrye.openapi.api.SmallRyeOpenAPI;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.openapi.OASConfig;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;

/**
 * What SmallRye's scanner finds in compiled classes. The scanner loads some of them, so it runs
 * here, in the JVM for which they were compiled, and not as a plug-in in Maven's own.
 */
final class Scan {

  /** Tells of each example that is text and not JSON. */
  private static final Logger SCANNER = Logger.getLogger("io.smallrye.openapi");

  private Scan() {}

  /** Returns the operations of the classes in this directory, as a document of this version. */
  static ObjectNode of(Path classes, String version) throws IOException {
    SCANNER.setLevel(Level.WARNING);
    SmallRyeOpenAPI scanned =
        SmallRyeOpenAPI.builder()
            .withConfig(config(version))
            .withApplicationClassLoader(Scan.class.getClassLoader())
            .withIndex(index(classes))
            .enableStandardStaticFiles(false)
            .build();
    return (ObjectNode) Json.read(scanned.toJSON());
  }

  /** The environment and system properties of a build do not change the document. */
  private static Config config(String version) {
    var properties =
        Map.of(
            SmallRyeOASConfig.INFO_TITLE, "Reprise",
            SmallRyeOASConfig.INFO_VERSION, version,
            OASConfig.SCAN_PACKAGES, "dev.reprise",
            SmallRyeOASConfig.SMALLRYE_SCAN_DEPENDENCIES_DISABLE, "true");
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "build", ConfigSource.DEFAULT_ORDINAL))
        .build();
  }

  private static Index index(Path classes) throws IOException {
    var indexer = new Indexer();
    try (Stream<Path> files = Files.walk(classes)) {
      List<Path> sorted = files.filter(it -> it.toString().endsWith(".class")).sorted().toList();
      for (Path file : sorted) {
        try (var contents = Files.newInputStream(file)) {
          indexer.index(contents);
        }
      }
    }
    return indexer.complete();
  }
}

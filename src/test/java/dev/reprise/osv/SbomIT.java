package dev.reprise.osv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What the WAR says of itself is what is in it. */
class SbomIT {

  private static final String SBOM = "WEB-INF/classes/META-INF/sbom/reprise.cdx.json";

  private static final Path WAR =
      Path.of(System.getProperty("reprise.target", "target"), "reprise.war");

  @Test
  void namesEveryLibraryOfTheWar() throws IOException {
    try (var war = new ZipFile(WAR.toFile())) {
      var sbom =
          Sbom.of(
              Json.read(
                  new String(
                      war.getInputStream(war.getEntry(SBOM)).readAllBytes(),
                      StandardCharsets.UTF_8)));
      Set<String> named =
          sbom.purls().stream()
              .map(purl -> purl.replaceFirst(".*/", "").replace('@', '-') + ".jar")
              .collect(Collectors.toSet());
      List<String> libraries =
          war.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.startsWith("WEB-INF/lib/") && name.endsWith(".jar"))
              .map(name -> name.substring("WEB-INF/lib/".length()))
              .filter(name -> !name.equals("persistence-unit.jar")) // no library of others
              .toList();

      assertThat(libraries).isNotEmpty().allMatch(named::contains);
    }
  }
}

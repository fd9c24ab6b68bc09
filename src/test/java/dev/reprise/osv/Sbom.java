package dev.reprise.osv;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is delivered, as the build says it in CycloneDX.
 *
 * @param purls package URLs with a version, without qualifiers
 */
record Sbom(List<String> purls) {

  Sbom {
    purls = List.copyOf(purls);
    if (purls.isEmpty()) {
      throw new IllegalArgumentException("the SBOM names no component");
    }
  }

  static Sbom read(Path file) throws IOException {
    return of(Json.read(Files.readString(file)));
  }

  static Sbom of(JsonNode document) {
    List<String> purls = new ArrayList<>();
    for (JsonNode component : document.path("components")) {
      purls.add(component.path("purl").asText().replaceFirst("\\?.*", ""));
    }
    return new Sbom(purls);
  }
}

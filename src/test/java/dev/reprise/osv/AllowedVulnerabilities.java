package dev.reprise.osv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Known vulnerabilities with which the delivery is fit for use nevertheless, each with the reason.
 *
 * @param reasons by the ids of OSV
 */
record AllowedVulnerabilities(Map<String, String> reasons) {

  AllowedVulnerabilities {
    reasons = Map.copyOf(reasons);
  }

  /**
   * Reads a file with a line {@code id reason} for each; empty lines and those that begin with
   * {@code #} say nothing.
   *
   * @throws IllegalArgumentException if a line has no reason
   */
  static AllowedVulnerabilities read(Path file) throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.strip().split("\\s+", 2);
      if (parts.length < 2) {
        throw new IllegalArgumentException(
            "%s: '%s' needs a reason on the same line".formatted(file, line));
      }
      reasons.put(parts[0], parts[1]);
    }
    return new AllowedVulnerabilities(reasons);
  }

  boolean has(String id) {
    return reasons.containsKey(id);
  }
}

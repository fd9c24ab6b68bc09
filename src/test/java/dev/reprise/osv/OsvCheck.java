package dev.reprise.osv;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.stream.Stream;

/**
 * Checks that no vulnerability is known of what is delivered, but for those that are allowed with a
 * reason.
 *
 * @param out where it says what it found
 */
record OsvCheck(Osv osv, AllowedVulnerabilities allowed, PrintStream out) {

  /** How a check ends; the build continues only after a clean one. */
  enum Outcome {
    CLEAN,
    VULNERABLE,
    NOT_CHECKED
  }

  /**
   * Checks.
   *
   * @param arguments the file of the SBOM; that of the allowed vulnerabilities; and package URLs
   *     that are delivered beside the SBOM
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    List<String> purls = new ArrayList<>(Sbom.read(Path.of(arguments[0])).purls());
    purls.addAll(Arrays.asList(arguments).subList(2, arguments.length));
    var allowed = AllowedVulnerabilities.read(Path.of(arguments[1]));
    Outcome outcome = new OsvCheck(new Osv(Osv.PUBLIC), allowed, out).check(purls);
    System.exit(outcome == Outcome.CLEAN ? 0 : 1);
  }

  Outcome check(List<String> purls) throws InterruptedException {
    NavigableMap<String, NavigableSet<String>> found;
    try {
      found = osv.vulnerabilities(purls);
    } catch (IOException e) {
      out.printf(
          "OSV could not be asked, so NOTHING is known about vulnerabilities of the %d components: %s%n",
          purls.size(), e);
      return Outcome.NOT_CHECKED;
    }
    found.forEach((purl, ids) -> ids.forEach(id -> report(purl, id)));
    warnOfUnused(found);
    long refused = ids(found).filter(id -> !allowed.has(id)).count();
    out.printf(
        "OSV: %d components, %d known vulnerabilities that are not allowed%n",
        purls.size(), refused);
    return refused == 0 ? Outcome.CLEAN : Outcome.VULNERABLE;
  }

  private void report(String purl, String id) {
    out.printf(
        "%s: %s https://osv.dev/vulnerability/%s%n",
        allowed.has(id) ? "allowed, because " + allowed.reasons().get(id) : "VULNERABLE", purl, id);
  }

  private void warnOfUnused(NavigableMap<String, NavigableSet<String>> found) {
    List<String> all = ids(found).toList();
    allowed.reasons().keySet().stream()
        .filter(id -> !all.contains(id))
        .sorted()
        .forEach(id -> out.printf("WARNING: %s is allowed, and nothing has it any more%n", id));
  }

  private static Stream<String> ids(NavigableMap<String, NavigableSet<String>> found) {
    return found.values().stream().flatMap(NavigableSet::stream);
  }
}

package dev.reprise.run.retention;

import dev.reprise.platform.document.DocumentObject;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.OperatorFile;
import dev.reprise.run.state.RunStatus;
import java.nio.file.Path;
import java.util.List;

/**
 * The rules that an operator wrote, in YAML or JSON: a list of {@code {tenant, agent, status,
 * keep}}, at most 100, in a file of at most 256 KiB.
 */
final class RetentionFile {

  private RetentionFile() {}

  /**
   * Reads the rules, in their order.
   *
   * @throws IllegalArgumentException if the file cannot be read or breaks a rule; names the file,
   *     the place in it, and what is allowed
   */
  static List<RetentionRule> read(Path file) {
    return OperatorFile.read("reprise.retention.file", file, DocumentSchema.RETENTION)
        .objects()
        .stream()
        .map(RetentionFile::rule)
        .toList();
  }

  private static RetentionRule rule(DocumentObject rule) {
    return new RetentionRule(
        rule.path(),
        rule.text("tenant"),
        rule.text("agent"),
        rule.text("status").map(RunStatus::valueOf),
        rule.text("keep").isPresent()
            ? RetentionLimits.FOREVER
            : limits(rule.object("keep").orElseThrow()));
  }

  private static RetentionLimits limits(DocumentObject keep) {
    return new RetentionLimits(
        keep.duration("age"), keep.wholeNumber("count"), keep.wholeNumber("bytes"));
  }
}

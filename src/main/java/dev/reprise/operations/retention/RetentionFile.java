package dev.reprise.operations.retention;

import dev.reprise.platform.document.DocumentObject;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.OperatorFile;
import dev.reprise.run.state.RunStatus;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the operator's rules from a YAML or JSON file of at most 256 KiB: a list of at most 100
 * rules {@code {tenant, agent, status, keep}}.
 */
final class RetentionFile {

  private RetentionFile() {}

  /**
   * Reads the rules in the order of the file.
   *
   * @throws IllegalArgumentException if the file cannot be read or a rule is invalid; the message
   *     names the file, the place in it, and what is allowed
   */
  static List<RetentionRule> read(Path file) {
    return OperatorFile.read("reprise.retention.file", file, DocumentSchema.RETENTION)
        .objects(RetentionFile::rule);
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

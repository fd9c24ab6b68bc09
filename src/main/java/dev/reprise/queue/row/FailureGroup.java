package dev.reprise.queue.row;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.message.Failure;
import dev.reprise.platform.CanonicalJson;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs that failed for the same reason: in the same phase, with the same code, and with messages
 * that differ in numbers and ids alone. Tested by {@code FailureGroupTest}.
 *
 * @param form stands for the code and the message
 * @param phase empty if the runs failed before their first phase
 */
public record FailureGroup(String form, Optional<String> phase) {

  private static final int LENGTH = 16;

  /** Messages that begin alike are alike. */
  private static final int READ = 1000;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_.:-]++");

  /** What differs from run to run: ids, digests, and every other word with a digit. */
  private static final Pattern VARIES = Pattern.compile(".*\\p{N}.*|[a-fA-F]{16,}");

  private static final Pattern ID =
      Pattern.compile("([0-9a-f]{%d})(?::([a-z][a-z0-9-]{0,62}))?".formatted(LENGTH));

  /** What the id of a group looks like, in words that read on from the name of a value. */
  public static final String RULE = "must be the group of a failure, as GET /failures lists it";

  /** Returns what stands for the code and the message of a failure. */
  static String formOf(Failure failure) {
    String begin = failure.message().substring(0, Math.min(READ, failure.message().length()));
    String message =
        WORD.matcher(begin)
            .replaceAll(
                word ->
                    VARIES.matcher(word.group()).matches()
                        ? "#"
                        : Matcher.quoteReplacement(word.group()));
    ArrayNode all = JsonNodeFactory.instance.arrayNode().add(failure.code()).add(message);
    return CanonicalJson.sha256(all).substring(0, LENGTH);
  }

  /** Returns the group that an id names; empty if it is none. */
  public static Optional<FailureGroup> parse(String id) {
    Matcher parts = ID.matcher(id);
    return parts.matches()
        ? Optional.of(new FailureGroup(parts.group(1), Optional.ofNullable(parts.group(2))))
        : Optional.empty();
  }

  /** Returns the id, which {@link #parse} reads. */
  public String id() {
    return phase.map(it -> form + ":" + it).orElse(form);
  }
}

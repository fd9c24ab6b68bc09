package dev.reprise.api.artifact;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.reprise.artifact.Generation;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * What a generation changed in the code.
 *
 * @param from the generation before
 * @param diff in unified form; absent if the code is too long to compare
 */
public record CodeChange(UUID from, UUID to, Optional<String> diff) {

  /** The time of a comparison grows with the square of the lines. */
  private static final int MAX_LINES = 2_000;

  private static final int CONTEXT_LINES = 3;

  /**
   * @param generations the newest first
   */
  static List<CodeChange> all(List<Generation> generations) {
    return IntStream.range(1, generations.size())
        .mapToObj(i -> between(generations.get(i), generations.get(i - 1)))
        .toList();
  }

  private static CodeChange between(Generation before, Generation after) {
    UUID from = before.origin().id();
    UUID to = after.origin().id();
    List<String> old = before.program().code().lines().toList();
    List<String> fresh = after.program().code().lines().toList();
    if (old.size() > MAX_LINES || fresh.size() > MAX_LINES) {
      return new CodeChange(from, to, Optional.empty());
    }
    List<String> diff =
        UnifiedDiffUtils.generateUnifiedDiff(
            from.toString(), to.toString(), old, DiffUtils.diff(old, fresh), CONTEXT_LINES);
    return new CodeChange(from, to, Optional.of(String.join("\n", diff)));
  }
}

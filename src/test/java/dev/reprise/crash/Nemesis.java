package dev.reprise.crash;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What goes wrong in one round. All its random choices come from its seed, which is part of the
 * test's name.
 *
 * <p>{@code -Dnemesis.rounds=} sets the number of rounds; the default is one. {@code
 * -Dnemesis.seed=} is the seed of the first round.
 */
record Nemesis(long seed, RandomGenerator random) {

  /** Returns the configured rounds. */
  static Stream<Nemesis> rounds() {
    long first =
        Optional.ofNullable(Long.getLong("nemesis.seed"))
            .orElseGet(() -> new Random().nextLong(1L << 40));
    return IntStream.range(0, Integer.getInteger("nemesis.rounds", 1))
        .mapToObj(round -> new Nemesis(first + round, new Random(first + round)));
  }

  /** Returns a number between these two, both included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** Returns one of these choices. */
  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @Override
  public String toString() {
    return "seed " + seed;
  }
}

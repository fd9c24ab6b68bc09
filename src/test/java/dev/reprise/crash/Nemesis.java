package dev.reprise.crash;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What goes wrong in one round. All that is random in it comes from its seed, which stands in the
 * test's name.
 *
 * <p>{@code -Dnemesis.rounds=} says how many rounds there are, one if it is not given; {@code
 * -Dnemesis.seed=} is the seed of the first of them.
 */
record Nemesis(long seed, RandomGenerator random) {

  /** Returns the rounds that are asked for. */
  static Stream<Nemesis> rounds() {
    long first =
        Optional.ofNullable(Long.getLong("nemesis.seed"))
            .orElseGet(() -> new Random().nextLong(1L << 40));
    return IntStream.range(0, Integer.getInteger("nemesis.rounds", 1))
        .mapToObj(round -> new Nemesis(first + round, new Random(first + round)));
  }

  /** Returns a number between these, both included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** Returns one of these. */
  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @Override
  public String toString() {
    return "seed " + seed;
  }
}

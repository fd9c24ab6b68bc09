package dev.reprise.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The median of the values that are added: unlike the mean, it ignores a disturbance or two. */
final class Median {

  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
  }

  /** Returns the median, the greater one of two. */
  double value() {
    return quantile(2, 4);
  }

  /**
   * Returns the standard error of the median. It is estimated from the quartiles, so it ignores
   * disturbances too: 1.253 standard deviations, of which 1.349 lie between the quartiles of a
   * normal distribution, by the root of the number of values.
   */
  double error() {
    double quartiles = quantile(3, 4) - quantile(1, 4);
    return 1.253 / 1.349 * quartiles / Math.sqrt(values.size());
  }

  private double quantile(int part, int of) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() * part / of);
  }
}

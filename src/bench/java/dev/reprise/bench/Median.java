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
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}

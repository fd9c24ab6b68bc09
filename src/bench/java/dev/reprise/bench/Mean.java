package dev.reprise.bench;

/** The mean of the values that are added. */
final class Mean {

  private double sum;
  private int count;

  void add(double value) {
    sum += value;
    count++;
  }

  double value() {
    return sum / count;
  }
}

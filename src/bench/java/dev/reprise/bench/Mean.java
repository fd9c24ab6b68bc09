package dev.reprise.bench;

/** The mean of what is added. */
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

package dev.reprise.bench;

/** One thing that is measured. */
interface Workload {

  /** Returns the word for it in the results. */
  String name();

  /** Measures it on one database. */
  void measure(Bench bench) throws Exception;
}

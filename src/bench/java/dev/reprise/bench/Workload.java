package dev.reprise.bench;

/** A workload that can be measured. */
interface Workload {

  /** Returns the name of the workload in the results. */
  String name();

  /** Measures the workload on one database. */
  void measure(Bench bench) throws Exception;
}

package dev.reprise.bench;

import java.time.Duration;

/**
 * How long a server took from the start of its process until it was ready.
 *
 * @param processor the processor time of the process, on all processors together
 */
record Start(Duration time, Duration processor) {

  Start(Duration time, Jvm jvm) {
    this(time, jvm.processorTime());
  }
}

package dev.reprise.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples of what the threads of a process used processor time for, without its compilers and
 * collectors.
 */
record ProcessorSamples(List<Sample> samples) {

  /**
   * A sample.
   *
   * @param period the processor time that it stands for
   * @param classes those of the frames of its stack, innermost first
   */
  private record Sample(Duration period, List<String> classes) {}

  static ProcessorSamples read(Path recording) throws IOException {
    return new ProcessorSamples(
        RecordingFile.readAllEvents(recording).stream()
            .filter(event -> event.getEventType().getName().equals("jdk.CPUTimeSample"))
            .flatMap(ProcessorSamples::sample)
            .toList());
  }

  private static Stream<Sample> sample(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    return stack == null
        ? Stream.empty()
        : Stream.of(
            new Sample(
                event.getDuration("samplingPeriod"),
                stack.getFrames().stream()
                    .map(frame -> frame.getMethod().getType().getName())
                    .toList()));
  }

  /** Returns which part of the processor time is of a kind of stacks, from 0 to 1. */
  double share(Predicate<List<String>> kind) {
    return nanos(samples.stream().filter(sample -> kind.test(sample.classes())))
        / nanos(samples.stream());
  }

  private static double nanos(Stream<Sample> samples) {
    return samples.mapToDouble(sample -> sample.period().toNanos()).sum();
  }
}

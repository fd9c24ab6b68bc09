package dev.reprise.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples of what the threads of a process used processor time for, without its compilers and
 * collectors.
 *
 * @param stacks the classes of the frames of each sample, innermost first
 */
record ProcessorSamples(List<List<String>> stacks) {

  static ProcessorSamples read(Path recording) throws IOException {
    return new ProcessorSamples(
        RecordingFile.readAllEvents(recording).stream()
            .filter(event -> event.getEventType().getName().equals("jdk.CPUTimeSample"))
            .flatMap(ProcessorSamples::classes)
            .toList());
  }

  private static Stream<List<String>> classes(RecordedEvent sample) {
    RecordedStackTrace stack = sample.getStackTrace();
    return stack == null
        ? Stream.empty()
        : Stream.of(
            stack.getFrames().stream()
                .map(frame -> frame.getMethod().getType().getName())
                .toList());
  }

  /** Returns the part of the samples that are of a kind, from 0 to 1. */
  double share(Predicate<List<String>> kind) {
    return (double) stacks.stream().filter(kind).count() / stacks.size();
  }
}

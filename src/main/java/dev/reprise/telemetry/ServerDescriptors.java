package dev.reprise.telemetry;

import dev.reprise.platform.FileDescriptors;
import io.opentelemetry.api.metrics.Meter;
import java.util.function.ToLongFunction;

/** The files and connections that the server's process has open. */
final class ServerDescriptors {

  private ServerDescriptors() {}

  static void add(Meter meter) {
    gauge(
        meter,
        "agentrun.server.descriptors",
        "Files and connections that are open",
        FileDescriptors::open);
    gauge(
        meter,
        "agentrun.server.descriptors.max",
        "How many the system allows",
        FileDescriptors::max);
  }

  private static void gauge(
      Meter meter, String name, String description, ToLongFunction<FileDescriptors> value) {
    meter
        .gaugeBuilder(name)
        .ofLongs()
        .setUnit("{descriptor}")
        .setDescription(description)
        .buildWithCallback(
            gauge -> FileDescriptors.now().ifPresent(it -> gauge.record(value.applyAsLong(it))));
  }
}

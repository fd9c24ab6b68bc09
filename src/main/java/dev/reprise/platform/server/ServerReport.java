package dev.reprise.platform.server;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a server tells of itself with its heartbeats. One of an earlier version tells nothing.
 *
 * @param version of the product
 * @param places how many runs it works on at once
 * @param processorLoad what part of the machine's processors its process uses, in percent; empty if
 *     the machine does not tell
 */
public record ServerReport(
    Optional<String> version, Optional<Integer> places, Optional<Integer> processorLoad) {

  private static final String VERSION = readVersion();

  static ServerReport ofThisServer(int places) {
    return new ServerReport(Optional.of(VERSION), Optional.of(places), processorLoadNow());
  }

  static Optional<Integer> processorLoadNow() {
    double load =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuLoad();
    return load >= 0 ? Optional.of((int) Math.round(load * 100)) : Optional.empty();
  }

  private static String readVersion() {
    try (InputStream version = ServerReport.class.getResourceAsStream("version.txt")) {
      return new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.reprise.deploy;

import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A control group of Linux, whose processes get no more memory than that: the kernel kills what
 * takes more. There is none if this machine does not let this user make one.
 */
record MemoryLimit(List<Path> groups) implements AutoCloseable {

  /** The file with the limit, by the place where version 1 or 2 of control groups may be. */
  private static final Map<Path, String> LIMITS =
      Map.of(
          Path.of("/sys/fs/cgroup/memory"), "memory.limit_in_bytes",
          Path.of("/sys/fs/cgroup"), "memory.max");

  static MemoryLimit of(long bytes) throws IOException {
    for (var limit : LIMITS.entrySet()) {
      Path group = limit.getKey().resolve("reprise-image-" + ProcessHandle.current().pid());
      try {
        Files.createDirectory(group);
        Files.writeString(group.resolve(limit.getValue()), Long.toString(bytes), WRITE);
        return new MemoryLimit(List.of(group));
      } catch (IOException e) {
        Files.deleteIfExists(group);
      }
    }
    System.out.println("this machine has no control group for a limit of memory");
    return new MemoryLimit(List.of());
  }

  /** Removes the group, whose processes have ended. */
  @Override
  public void close() throws IOException {
    for (Path group : groups) {
      Files.delete(group);
    }
  }
}

package dev.reprise.tool.file;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Lets calls of one reply that change the same file take turns on this server. It does not stop
 * other programs.
 */
final class PathLocks {

  /**
   * The number of locks. Two files that share a lock sometimes wait for each other, without other
   * effects.
   */
  private static final int STRIPES = 64;

  private final List<Lock> locks =
      Stream.<Lock>generate(ReentrantLock::new).limit(STRIPES).toList();

  /** Returns the lock of a real path. */
  Lock of(Path path) {
    return locks.get(Math.floorMod(path.hashCode(), STRIPES));
  }
}

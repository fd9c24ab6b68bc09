package dev.reprise.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * How much a workspace may hold, in bytes and in files, directories and links; and how much of its
 * disk tools leave free.
 *
 * <p>What it holds is counted by a walk over its tree at the first write, then added to by what
 * tools write, and counted anew a minute later, because other programs write too, and before a
 * write is refused. Walks take at most a twentieth of the time. So the quota is exact for what the
 * tools of this server write, side by side or one after the other; what others write is seen with
 * the next count. Nothing about it rests anywhere: a crash leaves nothing to be corrected.
 */
public final class DiskQuota {

  private static final Duration FRESH = Duration.ofMinutes(1);
  private static final int WALKS_AT_MOST_ONE_IN = 20;
  private static final DiskUsage UNLIMITED = new DiskUsage(Long.MAX_VALUE, Long.MAX_VALUE);

  private final Path root;
  private final DiskUsage limit;
  private final long minFreeBytes;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();

  private DiskUsage counted = DiskUsage.NONE;
  private DiskUsage promised = DiskUsage.NONE;
  private Instant countedAt = Instant.MIN;
  private Duration walk = Duration.ZERO;

  /**
   * @param root of the workspace
   * @param limit what it may hold
   * @param minFreeBytes what tools leave free on its disk
   */
  DiskQuota(Path root, DiskUsage limit, long minFreeBytes, Clock clock) {
    this.root = root;
    this.limit = limit;
    this.minFreeBytes = minFreeBytes;
    this.clock = clock;
  }

  /** Returns one that allows everything. */
  static DiskQuota unlimited(Path root) {
    return new DiskQuota(root, UNLIMITED, 0, Clock.systemUTC());
  }

  /** Room that is kept for one write; closing it gives it back, unless the write was made. */
  public final class Room implements AutoCloseable {

    private final DiskUsage size;
    private boolean isUsed;

    private Room(DiskUsage size) {
      this.size = size;
    }

    /** Says that the write was made. */
    public void use() {
      isUsed = true;
    }

    @Override
    public void close() {
      settle(this);
    }
  }

  /**
   * Keeps room for a file that is to be written. What does not grow is allowed also in a workspace
   * that holds too much.
   *
   * @param real where it is or will be, possibly below directories that are not there yet
   * @param size that it will have
   * @param written bytes that the disk has to take, also where they replace others
   * @throws ToolException {@code workspace_full} or {@code disk_full}
   */
  Room roomFor(Path real, long size, long written)
      throws ToolException, IOException, InterruptedException {
    boolean isNew = !Files.exists(real, NOFOLLOW_LINKS);
    long before = isNew ? 0 : Files.size(real);
    requireDisk(written);
    return reserve(new DiskUsage(size - before, missingAbove(real) + (isNew ? 1 : 0)));
  }

  /**
   * Keeps room for the directories above a real path that are not there yet.
   *
   * @throws ToolException {@code workspace_full}
   */
  Room roomAbove(Path real) throws ToolException, IOException, InterruptedException {
    return reserve(new DiskUsage(0, missingAbove(real)));
  }

  private static long missingAbove(Path real) {
    return Stream.iterate(real.getParent(), Path::getParent)
        .takeWhile(directory -> !Files.exists(directory, NOFOLLOW_LINKS))
        .count();
  }

  private Room reserve(DiskUsage growth) throws ToolException, IOException, InterruptedException {
    if (limit.equals(UNLIMITED)) {
      return new Room(DiskUsage.NONE); // nothing is counted, so no call waits
    }
    lock.lockInterruptibly();
    try {
      if (growth.exceeds(DiskUsage.NONE)) {
        requireRoom(growth);
      }
      promised = promised.plus(growth.positive());
      return new Room(growth);
    } finally {
      lock.unlock();
    }
  }

  private void requireDisk(long written) throws ToolException {
    long free = root.toFile().getUsableSpace();
    if (written > 0 && free - written < minFreeBytes) {
      throw new ToolException(
          "disk_full",
          "the disk of the workspace has %d bytes left, and tools leave %d of them free; nothing was written"
              .formatted(free, minFreeBytes));
    }
  }

  private void requireRoom(DiskUsage growth)
      throws ToolException, IOException, InterruptedException {
    if (age().compareTo(FRESH) > 0 && mayWalk()) {
      count();
    }
    if (isTooMuch(growth) && mayWalk()) {
      count();
    }
    if (isTooMuch(growth)) {
      throw full(growth);
    }
  }

  /** What a write leaves as it is does not count against it, although it may be too much. */
  private boolean isTooMuch(DiskUsage growth) {
    return isTooManyBytes(growth)
        || (growth.entries() > 0 && held().entries() + growth.entries() > limit.entries());
  }

  private boolean isTooManyBytes(DiskUsage growth) {
    return growth.bytes() > 0 && held().bytes() + growth.bytes() > limit.bytes();
  }

  private DiskUsage held() {
    return counted.plus(promised);
  }

  private Duration age() {
    return countedAt.equals(Instant.MIN)
        ? Duration.ofSeconds(Long.MAX_VALUE)
        : Duration.between(countedAt, clock.instant());
  }

  private boolean mayWalk() {
    return age().compareTo(walk.multipliedBy(WALKS_AT_MOST_ONE_IN)) >= 0;
  }

  private void count() throws IOException, InterruptedException {
    Instant begin = clock.instant();
    counted = DiskUsage.below(root, limit);
    countedAt = clock.instant();
    walk = Duration.between(begin, countedAt);
  }

  private ToolException full(DiskUsage growth) {
    return new ToolException(
        "workspace_full",
        "%s; nothing was written. Delete what is not needed, or write less"
            .formatted(
                isTooManyBytes(growth)
                    ? "the workspace holds %d of %d bytes, and this would be %d more"
                        .formatted(held().bytes(), limit.bytes(), growth.bytes())
                    : "the workspace holds %d of %d files and directories, and this would be %d more"
                        .formatted(held().entries(), limit.entries(), growth.entries())));
  }

  private void settle(Room room) {
    lock.lock();
    try {
      promised = promised.minus(room.size.positive());
      if (room.isUsed) {
        counted = counted.plus(room.size);
      }
    } finally {
      lock.unlock();
    }
  }
}

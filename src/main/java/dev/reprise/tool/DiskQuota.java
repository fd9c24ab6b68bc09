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
 * Limits how much a workspace may hold, in bytes and in files, directories and links. Also sets how
 * much of its disk tools leave free.
 *
 * <p>The first write counts the workspace by a walk over its tree. After that, the quota adds what
 * tools write. It counts again after a minute, because other programs write too, and before it
 * refuses a write. Walks take at most a twentieth of the time.
 *
 * <p>So the quota is exact for what the tools of this server write, in parallel or in sequence. It
 * sees what other programs write at the next count. It stores nothing, so a crash leaves nothing to
 * repair. Tested by {@code WorkspaceQuotaTest}.
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
   * @param minFreeBytes how much of its disk tools leave free
   */
  DiskQuota(Path root, DiskUsage limit, long minFreeBytes, Clock clock) {
    this.root = root;
    this.limit = limit;
    this.minFreeBytes = minFreeBytes;
    this.clock = clock;
  }

  /** Returns a quota that allows everything. */
  static DiskQuota unlimited(Path root) {
    return new DiskQuota(root, UNLIMITED, 0, Clock.systemUTC());
  }

  /**
   * Room that is reserved for one write. Closing it releases the room, unless the write was made.
   */
  public final class Room implements AutoCloseable {

    private final DiskUsage size;
    private boolean isUsed;

    private Room(DiskUsage size) {
      this.size = size;
    }

    /** Marks the write as made. */
    public void use() {
      isUsed = true;
    }

    @Override
    public void close() {
      settle(this);
    }
  }

  /**
   * Reserves room for a file that a tool is about to write. A write that does not grow the
   * workspace is allowed even if the workspace holds too much.
   *
   * @param real where the file is or will be, possibly below directories that do not exist yet
   * @param size that the file will have
   * @param written bytes that the disk must hold, including those that replace others
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
   * Reserves room for the missing directories above a real path.
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

  /**
   * A measure that a write does not grow is no reason to refuse it, even if it exceeds the limit.
   */
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

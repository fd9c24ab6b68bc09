package dev.reprise.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A command that runs as in a container, by the programs of Linux: with a root directory, processes
 * and mounts of its own, as the user of its image, and without capabilities unless that is root. It
 * has the network of this machine, and ends at the latest with this JVM.
 */
final class Container implements AutoCloseable {

  /** Where the base of the image has its JDK. */
  static final String JDK = "/opt/java/openjdk";

  /** What the base of an image brings is that of this machine; then come mounts and limits. */
  private static final String ENTER =
      """
      set -eu
      for group in $GROUPS_OF_MEMORY; do echo $$ > "$group/cgroup.procs"; done
      mount --bind "$ROOT" "$ROOT"
      for place in bin etc lib lib32 lib64 libx32 sbin usr; do
        if [ -L "/$place" ]; then
          cp -a --remove-destination "/$place" "$ROOT/$place"
        elif [ -d "/$place" ]; then
          mkdir -p "$ROOT/$place"
          mount --bind -o ro "/$place" "$ROOT/$place"
        fi
      done
      cd "$ROOT"
      mkdir -p "$ROOT$INSTALLED" dev proc sys/fs/cgroup tmp
      mount --bind -o ro "$JAVA_HOME" "$ROOT$INSTALLED"
      mount -t proc proc proc
      mount --rbind /sys/fs/cgroup sys/fs/cgroup
      mount -t tmpfs -o mode=1777 tmpfs tmp
      mount -t tmpfs -o mode=0755 tmpfs dev
      for device in null random urandom zero; do
        touch "dev/$device"
        mount --bind "/dev/$device" "dev/$device"
      done
      mount -o remount,ro dev
      echo "$MOUNTS" | while read -r from to how; do
        if [ -n "$from" ]; then
          mkdir -p "$ROOT$to"
          mount --bind $how "$from" "$ROOT$to"
        fi
      done
      if [ "$READ_ONLY" = true ]; then mount -o remount,ro,bind "$ROOT"; fi
      exec chroot "$ROOT" "$@"
      """;

  private final Stage image;
  private final Map<String, String> environment;
  private final Process process;

  private Container(Stage image, Map<String, String> environment, Process process) {
    this.image = image;
    this.environment = environment;
    this.process = process;
  }

  /**
   * What differs from the image.
   *
   * @param mounts a directory, the place where it is seen, and options of the mount, if any
   * @param environment added to that of the image
   * @param isReadOnly whether only mounts and {@code /tmp} can be written to
   * @param memory the control groups that limit its memory
   */
  record Options(
      List<String> mounts,
      Map<String, String> environment,
      boolean isReadOnly,
      List<Path> memory) {}

  /** Returns whether this machine lets this user make containers. */
  static boolean isPossible() {
    String needs =
        "mount -t proc proc /proc && mount --bind / / && setpriv --version && nsenter --version";
    try {
      run("unshare", "--mount", "--pid", "--fork", "sh", "-c", needs);
      return true;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Starts a command, whose output goes to a file. */
  static Container start(Stage image, Options options, List<String> command, Path log)
      throws IOException {
    Map<String, String> environment = new TreeMap<>(image.environment());
    environment.putAll(options.environment());
    List<String> all = new ArrayList<>(List.of("unshare", "--mount", "--pid", "--fork"));
    all.addAll(List.of("sh", "-c", ENTER, "enter"));
    all.addAll(asUser(image.user(), environment));
    all.addAll(command);
    var builder = new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(log.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "ROOT", image.root().toString(),
                "INSTALLED", JDK,
                "JAVA_HOME", System.getProperty("java.home"),
                "MOUNTS", String.join("\n", options.mounts()),
                "READ_ONLY", Boolean.toString(options.isReadOnly()),
                "GROUPS_OF_MEMORY",
                    String.join(" ", options.memory().stream().map(Path::toString).toList())));
    var container = new Container(image, environment, builder.start());
    Runtime.getRuntime().addShutdownHook(new Thread(container::close));
    return container;
  }

  private static List<String> asUser(String user, Map<String, String> environment) {
    String[] ids = user.split(":", 2);
    List<String> command =
        new ArrayList<>(List.of("setpriv", "--reuid", ids[0], "--regid", ids[1]));
    command.add("--clear-groups");
    if (!ids[0].equals("0")) {
      command.addAll(List.of("--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"));
    }
    command.addAll(List.of("env", "-i"));
    environment.forEach((name, value) -> command.add(name + "=" + value));
    return command;
  }

  /** The first process of the container, as this machine sees it. */
  ProcessHandle first() {
    return process.children().findFirst().orElseThrow();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Runs another command in the container, as its user. */
  Result exec(String... command) throws IOException, InterruptedException {
    String target = Long.toString(first().pid());
    List<String> all = new ArrayList<>(List.of("nsenter", "--target", target));
    all.addAll(List.of("--mount", "--pid", "--root", "--wd"));
    all.addAll(asUser(image.user(), environment));
    all.addAll(List.of(command));
    Process run = new ProcessBuilder(all).redirectErrorStream(true).start();
    String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(run.waitFor(), output);
  }

  /** How a command ended, and what it wrote. */
  record Result(int status, String output) {}

  /** Waits for the end of the command, and returns its status. */
  int await() throws InterruptedException {
    return process.waitFor();
  }

  /** Tells the first process to end, as engines do, and returns its status once it has ended. */
  int stop(long seconds) throws InterruptedException {
    first().destroy();
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it did not end within %d s".formatted(seconds));
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  /**
   * Runs a command of this machine to its end.
   *
   * @throws IOException if it fails
   */
  static void run(String... command) throws IOException, InterruptedException {
    Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (run.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
  }
}

package dev.reprise.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Inspects another process with {@code jcmd} of the JDK. */
record Jvm(long pid) {

  private static final Pattern LIVE_THREADS = Pattern.compile("java\\.threads\\.live=(\\d+)");
  private static final Pattern HEAP_USED = Pattern.compile("heap.*?used (\\d+)K");

  /** Returns the processor time that the process has used, on all processors together. */
  Duration processorTime() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("process " + pid + " is not there"));
  }

  /** Returns how many operating system threads run Java. */
  int threads() throws IOException, InterruptedException {
    return Math.toIntExact(find(LIVE_THREADS, command("PerfCounter.print")));
  }

  /** Returns how many bytes of the heap remain after a full collection. */
  long liveHeapBytes() throws IOException, InterruptedException {
    command("GC.run");
    return 1024 * find(HEAP_USED, command("GC.heap_info"));
  }

  private String command(String command) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, Long.toString(pid), command).redirectErrorStream(true).start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("jcmd %d %s: %s".formatted(pid, command, answer));
    }
    return answer;
  }

  private static long find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + pattern + " in: " + text);
    }
    return Long.parseLong(matcher.group(1));
  }
}

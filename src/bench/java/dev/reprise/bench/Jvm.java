package dev.reprise.bench;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Inspects another process with the tools of the JDK. */
record Jvm(long pid) {

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern LIVE_THREADS = Pattern.compile("java\\.threads\\.live=(\\d+)");

  /** Of the whole heap, or of each of its generations. */
  private static final Pattern HEAP_USED = Pattern.compile("total.*?used (\\d+)K");

  /** Returns the processor time that the process has used, on all processors together. */
  Duration processorTime() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("process " + pid + " is not there"));
  }

  /** Returns how many bytes all threads of the process have allocated, ended ones too. */
  @SuppressWarnings("BanJNDI") // reads from a server of this benchmark alone
  long allocatedBytes() throws IOException {
    VirtualMachine machine = attached();
    try (var connector =
        JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
      return ManagementFactory.newPlatformMXBeanProxy(
              connector.getMBeanServerConnection(),
              ManagementFactory.THREAD_MXBEAN_NAME,
              ThreadMXBean.class)
          .getTotalThreadAllocatedBytes();
    } finally {
      machine.detach();
    }
  }

  private VirtualMachine attached() throws IOException {
    try {
      return VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException e) {
      throw new IOException("cannot attach to process " + pid, e);
    }
  }

  /** Returns how many bytes of memory the process has, with its share of files in memory. */
  long residentBytes() throws IOException {
    return 1024 * find(RESIDENT, Files.readString(Path.of("/proc/" + pid + "/status")));
  }

  /** Returns how many operating system threads run Java. */
  int threads() throws IOException, InterruptedException {
    return Math.toIntExact(find(LIVE_THREADS, command("PerfCounter.print")));
  }

  /** Returns how many bytes of the heap remain after a full collection. */
  long liveHeapBytes() throws IOException, InterruptedException {
    command("GC.run");
    String heap = command("GC.heap_info");
    long kibibytes =
        HEAP_USED.matcher(heap).results().mapToLong(it -> Long.parseLong(it.group(1))).sum();
    if (kibibytes == 0) {
      throw new IllegalStateException("no use of the heap in: " + heap);
    }
    return 1024 * kibibytes;
  }

  /** Begins to sample what the process uses processor time for. */
  void startSampling() throws IOException, InterruptedException {
    command(
        "JFR.start name=samples settings=none"
            + " +jdk.CPUTimeSample#enabled=true +jdk.CPUTimeSample#throttle=2ms");
  }

  /** Ends what {@link #startSampling} began, and returns the samples. */
  ProcessorSamples stopSampling() throws IOException, InterruptedException {
    Path recording = Files.createTempFile(Benchmarks.directory(), "samples-", ".jfr");
    command("JFR.stop name=samples filename=" + recording);
    return ProcessorSamples.read(recording);
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

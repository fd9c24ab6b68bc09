package dev.reprise.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.roastedroot.quickjs4j.core.JavyPluginModule;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collections;
import java.util.List;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.Instance;
import run.endive.runtime.Memory;
import run.endive.wasi.WasiOptions;
import run.endive.wasi.WasiPreview1;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.MemoryLimits;
import run.endive.wasm.types.ValType;

/**
 * One QuickJS engine: memory of its own, a clock, random numbers, and a {@link HostCallHandler}. It
 * has no files, no environment and no standard input.
 *
 * <p>The library's own engine copies a guest's message before a caller can check its size. So this
 * class talks to the module directly, and checks the size first.
 *
 * <p>An engine is not safe for use by several threads. An interrupt ends it with an exception at
 * its next loop or call. After any exception it is unusable. Tested by {@code AttackTest}.
 */
final class QuickJsEngine {

  private static final int PAGE_BYTES = 65_536;
  private static final int ERROR_BYTES = 4_096;
  private static final int WORD_BYTES = 4;
  private static final int UNALIGNED = 1;

  private final Instance instance;
  private final HostCallHandler door;
  private final int messageBytes;
  private final BoundedOutput errors = new BoundedOutput();

  /**
   * @param messageBytes the largest message that the guest may send
   */
  QuickJsEngine(long memoryBytes, int messageBytes, HostCallHandler door) {
    this.door = door;
    this.messageBytes = messageBytes;
    instance =
        Instance.builder(JavyPluginModule.load())
            .withMachineFactory(JavyPluginModule::create)
            .withMemoryFactory(
                wanted -> new ByteArrayMemory(bounded(wanted, (int) (memoryBytes / PAGE_BYTES))))
            .withImportValues(
                ImportValues.builder()
                    .addFunction(system().toHostFunctions())
                    .addFunction(
                        new HostFunction(
                            "endive",
                            "invoke",
                            FunctionType.of(
                                Collections.nCopies(6, ValType.I32), List.of(ValType.I32)),
                            (unused, words) -> knock(words)))
                    .build())
            .build();
    call("initialize_runtime");
  }

  private WasiPreview1 system() {
    return WasiPreview1.builder()
        .withOptions(
            WasiOptions.builder()
                .withStdin(InputStream.nullInputStream())
                .withStdout(OutputStream.nullOutputStream())
                .withStderr(errors)
                .build())
        .build();
  }

  private static MemoryLimits bounded(MemoryLimits wanted, int pages) {
    return new MemoryLimits(wanted.initialPages(), Math.min(wanted.maximumPages(), pages));
  }

  /** Returns a program as bytecode that every engine can run. */
  byte[] compile(String program) {
    byte[] source = program.getBytes(UTF_8);
    int at = call("compileSrc", put(source), source.length);
    return memory().readBytes(word(at), word(at + WORD_BYTES));
  }

  /** Runs a compiled program and all the jobs that it queues, until none is left. */
  void run(byte[] program) {
    call("eval", put(program), program.length, 0, 0);
  }

  /** Returns whether the guest has all the memory that it may have. */
  boolean isFull() {
    return memory().pages() == memory().maximumPages();
  }

  /** Returns the beginning of the error output of the engine itself, not of the script. */
  String errors() {
    return errors.toString(UTF_8);
  }

  private long[] knock(long[] words) {
    byte[] answer =
        door.answer( // each text is an address and a length
            take(words, 0), take(words, 2), take(words, 4), isFull());
    int place = put(answer);
    int at = allocate(2 * WORD_BYTES);
    memory().writeI32(at, place);
    memory().writeI32(at + WORD_BYTES, answer.length);
    return new long[] {at};
  }

  private String take(long[] words, int index) {
    int length = (int) words[index + 1];
    if (length < 0 || length > messageBytes) {
      throw new IllegalStateException("a guest says %s bytes at once".formatted(length));
    }
    return new String(memory().readBytes((int) words[index], length), UTF_8);
  }

  private int put(byte[] bytes) {
    int at = allocate(bytes.length);
    memory().write(at, bytes);
    return at;
  }

  private int allocate(int bytes) {
    return call("cabi_realloc", 0, 0, UNALIGNED, bytes);
  }

  private int call(String export, long... arguments) {
    long[] results = instance.export(export).apply(arguments);
    return results == null || results.length == 0 ? 0 : (int) results[0];
  }

  private int word(int at) {
    return memory().readInt(at);
  }

  private Memory memory() {
    return instance.memory();
  }

  /** Keeps only the beginning. */
  private static final class BoundedOutput extends ByteArrayOutputStream {

    @Override
    public synchronized void write(int b) {
      if (count < ERROR_BYTES) {
        super.write(b);
      }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, Math.min(length, ERROR_BYTES - count));
    }
  }
}

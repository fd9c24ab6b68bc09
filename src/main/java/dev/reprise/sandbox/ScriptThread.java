package dev.reprise.sandbox;

import java.util.Locale;
import java.util.function.Supplier;
import run.endive.wasm.WasmEngineException;

/**
 * Runs a script on its own thread, from the creation of its engine to its end.
 *
 * <p>The thread is a plain one, because it needs nothing from the container and needs a large
 * stack: calls in the engine are calls in Java. Host functions must not run near the end of that
 * stack, because a class whose first use overflows the stack stays unusable. Tested by {@code
 * ManyScriptsTest}.
 */
final class ScriptThread implements Runnable {

  private static final long STACK_BYTES = 16L << 20;

  /** The engine's own stack is the lowest part of its memory, and grows downwards. */
  private static final String BELOW_MEMORY =
      "out of bounds memory access: attempted to access address: -";

  private final Supplier<QuickJsEngine> engines;
  private final ScriptPrelude program;
  private final HostCallChannel handover;
  private final Runnable afterwards;

  /**
   * @param program what every engine runs first
   * @param afterwards runs when the engine is gone
   */
  ScriptThread(
      Supplier<QuickJsEngine> engines,
      ScriptPrelude program,
      HostCallChannel handover,
      Runnable afterwards) {
    this.engines = engines;
    this.program = program;
    this.handover = handover;
    this.afterwards = afterwards;
  }

  /** Starts on a new thread, which an interrupt ends. */
  Thread start() {
    Thread thread = new Thread(null, this, "reprise-sandbox", STACK_BYTES, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(ScriptThread.class.getClassLoader());
    thread.start();
    return thread;
  }

  @Override
  public void run() {
    try {
      handover.end(stay());
    } finally {
      afterwards.run();
    }
  }

  private GuestMessage stay() {
    try {
      QuickJsEngine engine = engines.get();
      return new GuestMessage.Exited(runIn(engine));
    } catch (Throwable e) { // the waiting thread must learn of it
      return new GuestMessage.Crashed(e);
    }
  }

  private ScriptResult runIn(QuickJsEngine engine) {
    try {
      engine.run(program.compiledBy(engine));
      // a script that ends reports how, which leaves these two
      return engine.isFull()
          ? new ScriptResult.Exceeded(Limit.MEMORY)
          : new ScriptResult.NeverSettled();
    } catch (WasmEngineException | StackOverflowError e) {
      return cause(engine, e);
    }
  }

  /** Returns which limit a guest exceeded that could no longer report it. */
  private static ScriptResult cause(QuickJsEngine engine, Throwable fault) {
    String words = (fault.getMessage() + " " + engine.errors()).toLowerCase(Locale.ROOT);
    if (fault instanceof StackOverflowError
        || words.contains("call stack exhausted")
        || words.contains(BELOW_MEMORY)) {
      return new ScriptResult.Exceeded(Limit.STACK);
    }
    if (engine.isFull() || words.contains("out of memory") || words.contains("allocation")) {
      return new ScriptResult.Exceeded(Limit.MEMORY);
    }
    throw new IllegalStateException("the engine broke: " + engine.errors(), fault);
  }
}

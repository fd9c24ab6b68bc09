package dev.reprise.sandbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Runs scripts, each in an engine that is made for it and thrown away, a bounded number at once.
 *
 * <p>Whatever a script does, the call comes to its end within the time limit, or as soon as a host
 * function has returned after it; the memory of this server that scripts hold is bounded by that of
 * an engine times their number. No tenant has more engines than its share, so that scripts of
 * others get their turn.
 */
@ApplicationScoped
public class Sandbox {

  /** Of a text in UTF-8, at most. */
  private static final int BYTES_PER_CHARACTER = 3;

  private final ScriptPrelude program = new ScriptPrelude();

  private Clock clock;
  private SandboxLimits limits;
  private EnginePermits places;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Sandbox() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  Sandbox(Clock clock, Config config) {
    this(clock, new SandboxSettings(config, Runtime.getRuntime().maxMemory()).limits());
  }

  Sandbox(Clock clock, SandboxLimits limits) {
    this.clock = clock;
    this.limits = limits;
    this.places = new EnginePermits(clock, limits.engines(), limits.enginesOfTenant());
  }

  /** Stops the start if a value cannot work, which making this bean finds out. */
  void check(@Observes Startup unused) {}

  public SandboxLimits limits() {
    return limits;
  }

  /**
   * Runs a script.
   *
   * @param tenant whose share of the engines it takes
   * @throws UnrepresentableNumberException if its input holds a fraction that a number of
   *     JavaScript does not keep
   * @throws InterruptedException if this thread was interrupted; the script is ended
   */
  public ScriptOutcome run(String tenant, Script script) throws InterruptedException {
    Instant deadline = clock.instant().plus(limits.time());
    var attendance = new ScriptSession(script, limits);
    Optional<Runnable> release = places.take(tenant, deadline);
    if (release.isEmpty()) {
      return new ScriptOutcome(new ScriptResult.Exceeded(Limit.ENGINES), "");
    }
    var handover = new HostCallChannel();
    Thread guest = admit(handover, release.get());
    try {
      return new ScriptOutcome(attend(attendance, handover, deadline), attendance.output());
    } finally {
      guest.interrupt();
    }
  }

  /** The place is free again when the engine is gone, and not when nobody waits for it any more. */
  private Thread admit(HostCallChannel handover, Runnable release) {
    try {
      return new ScriptThread(() -> engine(handover), program, handover, release).start();
    } catch (Throwable e) { // there is no thread that would release it
      release.run();
      throw e;
    }
  }

  private ScriptResult attend(ScriptSession attendance, HostCallChannel handover, Instant deadline)
      throws InterruptedException {
    while (true) {
      Optional<GuestMessage> knock = handover.next(Duration.between(clock.instant(), deadline));
      if (knock.isEmpty()) {
        return new ScriptResult.Exceeded(Limit.TIME);
      }
      switch (knock.get()) {
        case GuestMessage.Exited(ScriptResult ending) -> {
          return ending;
        }
        case GuestMessage.Crashed(Throwable cause) ->
            throw new IllegalStateException("the sandbox broke", cause);
        case GuestMessage.HostCall question -> {
          Optional<ScriptResult> ending = attendance.ending(question);
          if (ending.isPresent()) {
            return ending.get();
          }
          handover.reply(attendance.answer(question));
        }
      }
    }
  }

  private QuickJsEngine engine(HostCallChannel handover) {
    return new QuickJsEngine(
        limits.memoryBytes(), BYTES_PER_CHARACTER * limits.messageCharacters(), handover);
  }
}

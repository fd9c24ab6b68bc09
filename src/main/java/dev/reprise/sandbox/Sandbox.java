package dev.reprise.sandbox;

import dev.reprise.platform.TenantPermits;
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
 * Runs scripts, a bounded number at once. Each has an engine that is created for it and discarded
 * afterwards.
 *
 * <p>Whatever a script does, the call returns within the time limit, or, if a host function runs
 * longer, as soon as it returns. Scripts hold at most the memory of one engine times the number of
 * engines. No tenant has more engines than its share, so that other tenants' scripts also run.
 */
@ApplicationScoped
public class Sandbox {

  /** The most bytes of a character in UTF-8. */
  private static final int BYTES_PER_CHARACTER = 3;

  private final ScriptPrelude program = new ScriptPrelude();

  private final Clock clock;
  private final SandboxLimits limits;
  private final TenantPermits places;

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
    this.places = new TenantPermits(clock, limits.engines(), limits.enginesOfTenant());
  }

  /**
   * Stops the start of the server if a value cannot work, because this observer creates the bean.
   */
  void check(@Observes Startup unused) {}

  public SandboxLimits limits() {
    return limits;
  }

  /**
   * Runs a script.
   *
   * @param tenant whose share of the engines the script uses
   * @throws UnrepresentableNumberException if the input holds a fraction that a JavaScript number
   *     cannot hold
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

  /** The permit is released when the engine is gone, not when the caller stops waiting for it. */
  private Thread admit(HostCallChannel handover, Runnable release) {
    try {
      return new ScriptThread(() -> engine(handover), program, handover, release).start();
    } catch (Throwable e) { // no thread exists that would release it
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

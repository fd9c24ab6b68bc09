package dev.reprise.tool.secret;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Reconciliation;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Replaces secrets with {@code [redacted:name]} in all that a tool returns or throws. It makes no
 * difference whether this call received the secret or an earlier one. Tested by {@code
 * ToolSecretsTest}.
 */
public final class SecretScrubber {

  private final Redaction redaction;

  SecretScrubber(Collection<NamedSecret> secrets) {
    List<RedactionRules.Secret> forms =
        secrets.stream()
            .flatMap(
                secret ->
                    SecretEncodings.of(secret.value())
                        .map(form -> new RedactionRules.Secret(secret.name(), form)))
            .toList();
    this.redaction = new Redaction(new RedactionRules(forms, List.of(), List.of()));
  }

  /** Returns whether there are no secrets. */
  boolean isIdle() {
    return redaction.isIdle();
  }

  public String text(String said) {
    return redaction.text(said);
  }

  public Throwable fault(Throwable fault) {
    return redaction.fault(fault);
  }

  public Failure failure(Failure failure) {
    return new Failure(failure.code(), text(failure.message()));
  }

  public CallResult result(CallResult result) {
    return redaction.isIdle()
        ? result
        : new CallResult(
            outcome(result.outcome()),
            result.fault().map(this::fault),
            result.usd(),
            result.task().map(this::task),
            result.code());
  }

  private AgentTask task(AgentTask task) {
    return new AgentTask(task.agent(), new JsonValue(text(task.input().text())));
  }

  private ToolOutcome outcome(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded done ->
          new ToolOutcome.Succeeded(
              text(done.content()),
              done.images().stream()
                  .map(image -> new Block.Image(text(image.source()), image.mediaType()))
                  .toList());
      case ToolOutcome.Failed(Failure failure) -> new ToolOutcome.Failed(failure(failure));
    };
  }

  private Fault fault(Fault fault) {
    return new Fault(fault.kind(), text(fault.message()), fault.retryAfter());
  }

  /** Keeps the kind of the fault, so that callers can still determine it. */
  public OutcomeUnknownException unknown(OutcomeUnknownException unknown) {
    if (fault((Throwable) unknown) == unknown) {
      return unknown;
    }
    return new OutcomeUnknownException(text(String.valueOf(unknown.getMessage())), cause(unknown));
  }

  private @Nullable Throwable cause(OutcomeUnknownException unknown) {
    Throwable cause = unknown.getCause();
    return cause == null
        ? null
        : new FaultException(fault(FaultClassifier.of(cause)), fault(cause));
  }

  public Reconciliation reconciliation(Reconciliation said) {
    return switch (said) {
      case Reconciliation.Happened(String content) -> new Reconciliation.Happened(text(content));
      case Reconciliation.DidNotHappen it -> it;
      case Reconciliation.CannotTell(String reason) -> new Reconciliation.CannotTell(text(reason));
    };
  }

  public CallProgress progress(CallProgress heard) {
    return redaction.isIdle() ? heard : new ScrubbedProgress(heard, redaction);
  }

  private record ScrubbedProgress(CallProgress heard, Redaction redaction) implements CallProgress {

    @Override
    public void report(double done, OptionalDouble total, String message) {
      heard.report(done, total, redaction.text(message));
    }

    @Override
    public void cost(BigDecimal usd) {
      heard.cost(usd);
    }
  }
}

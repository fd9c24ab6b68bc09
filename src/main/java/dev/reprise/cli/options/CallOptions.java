package dev.reprise.cli.options;

import dev.reprise.client.Approvals;
import dev.reprise.client.OpenCall;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The call that a decision is about. */
public final class CallOptions {

  /** Stands for the model call where CALL cannot be left out. */
  public static final String MODEL_CALL = "model-call";

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "RUN")
  @Nullable UUID run;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "CALL",
      description = "The id of the call, or model-call for the model call that the run paused for.")
  @Nullable String call;

  @Option(
      names = "--digest",
      description =
          "Decides only if the call is still the one that approval show gave this digest; without it,"
              + " the decision is about the call as it is now.")
  @Nullable String digest;

  public UUID run() {
    return Objects.requireNonNull(run, "it is required");
  }

  /** Returns whether a tool call is named; if none is, the decision is about a model call. */
  public boolean isAboutToolCall() {
    return call != null && !call.equals(MODEL_CALL);
  }

  /**
   * Finds the call that a person is asked about.
   *
   * @throws NotWaitingException if no call with the id waits for a person
   */
  public OpenCall asked(Approvals approvals)
      throws RepriseException, InterruptedException, NotWaitingException {
    return found(approvals, it -> it.asking().isPresent(), "that waits for a person");
  }

  /**
   * Finds the call whose outcome is unknown.
   *
   * @throws NotWaitingException if no call with the id has an unknown outcome
   */
  public OpenCall unknown(Approvals approvals)
      throws RepriseException, InterruptedException, NotWaitingException {
    return found(approvals, OpenCall::isUnknown, "whose outcome is unknown");
  }

  private OpenCall found(Approvals approvals, Predicate<OpenCall> wanted, String which)
      throws RepriseException, InterruptedException, NotWaitingException {
    requireCall();
    List<OpenCall> open = approvals.calls(run()).stream().filter(wanted).toList();
    OpenCall found =
        open.stream()
            .filter(it -> it.id().equals(call))
            .findFirst()
            .orElseThrow(
                () ->
                    new NotWaitingException(
                        "run %s has no call %s %s; there are %s"
                            .formatted(
                                run, call, which, open.stream().map(OpenCall::id).toList())));
    return digest == null ? found : found.withDigest(digest);
  }

  private void requireCall() {
    if (call == null) {
      throw new CommandLine.ParameterException(
          Objects.requireNonNull(spec, "picocli sets it").commandLine(),
          "Missing required parameter: 'CALL'");
    }
  }
}

package dev.reprise.cli;

import dev.reprise.client.Approvals;
import dev.reprise.client.OpenCall;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The call that a decision is about. */
final class CallOptions {

  @Parameters(index = "0", paramLabel = "RUN")
  @Nullable UUID run;

  @Parameters(index = "1", paramLabel = "CALL", description = "The id of the call.")
  String call = "";

  @Option(
      names = "--digest",
      description =
          "Decides only if the call is still the one that approval show gave this digest; without it,"
              + " the decision is about the call as it is now.")
  @Nullable String digest;

  UUID run() {
    return Objects.requireNonNull(run, "it is required");
  }

  /**
   * Finds the call.
   *
   * @throws NotWaitingException if no call with the id waits for a person
   */
  OpenCall of(Approvals approvals)
      throws RepriseException, InterruptedException, NotWaitingException {
    List<OpenCall> open =
        approvals.calls(run()).stream().filter(it -> it.asking().isPresent()).toList();
    OpenCall found =
        open.stream()
            .filter(it -> it.id().equals(call))
            .findFirst()
            .orElseThrow(
                () ->
                    new NotWaitingException(
                        "run %s has no call %s that waits for a person; there are %s"
                            .formatted(run, call, open.stream().map(OpenCall::id).toList())));
    return digest == null ? found : found.withDigest(digest);
  }
}

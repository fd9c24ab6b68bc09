package dev.reprise.model.provider;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.model.ModelReply;
import dev.reprise.model.batch.BatchResult;
import dev.reprise.model.batch.Submission;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.BitSet;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Matches the results of a batch with the requests of its submission, each at most once. Their
 * {@code custom_id} is the submission's id and the request's number.
 */
public final class BatchResults {

  private static final System.Logger LOG = System.getLogger(BatchResults.class.getName());

  private final String provider;
  private final Submission submission;
  private final Consumer<BatchResult> receiver;
  private final BitSet seen = new BitSet();

  public BatchResults(String provider, Submission submission, Consumer<BatchResult> receiver) {
    this.provider = provider;
    this.submission = submission;
    this.receiver = receiver;
  }

  /** Reads a reply or the fault that there is instead. */
  public interface Reading {
    ModelReply reply() throws FaultException;
  }

  /** Returns the id of a request: letters, digits and '-', as all providers allow. */
  public static String customId(UUID submission, int number) {
    return prefix(submission) + number;
  }

  /** Returns whether a result is of this submission. */
  public static boolean isOf(UUID submission, JsonNode line) {
    return line.path("custom_id").asText().startsWith(prefix(submission));
  }

  private static String prefix(UUID submission) {
    return submission.toString().replace("-", "") + "-";
  }

  /** Returns the fault of a request that the provider did not process before the batch expired. */
  public static Fault expired(String provider) {
    return new Fault(
        FailureClass.OVERLOADED,
        "model provider '%s' did not process the request before the batch expired"
            .formatted(provider));
  }

  /** Returns the fault of a request that the provider did not process before a cancellation. */
  public static Fault cancelled(String provider) {
    return new Fault(
        FailureClass.CANCELLED,
        "the batch was cancelled before model provider '%s' processed the request"
            .formatted(provider));
  }

  /** Takes a line of results. */
  public void take(JsonNode line, Reading reading) {
    int number = number(line.path("custom_id").asText());
    if (number == 0) {
      LOG.log(
          WARNING,
          "model provider '%s' sent a result of submission %s that no request asked for; it is ignored"
              .formatted(provider, submission.id()));
    } else if (!seen.get(number)) {
      seen.set(number);
      receiver.accept(result(number, reading));
    }
  }

  private BatchResult result(int number, Reading reading) {
    try {
      return new BatchResult.Replied(number, reading.reply());
    } catch (FaultException e) {
      return new BatchResult.Failed(number, e.fault());
    } catch (IllegalArgumentException e) {
      return new BatchResult.Failed(
          number,
          new Fault(
              FailureClass.SERVER_ERROR,
              "the reply of model provider '%s' is %s".formatted(provider, e.getMessage())));
    }
  }

  /** Returns the number of the request; 0 if it is none of the submission. */
  private int number(String customId) {
    String prefix = prefix(submission.id());
    String digits = customId.startsWith(prefix) ? customId.substring(prefix.length()) : "";
    int number = digits.matches("[1-9]\\d{0,8}") ? Integer.parseInt(digits) : 0;
    return number <= submission.requests() ? number : 0;
  }
}

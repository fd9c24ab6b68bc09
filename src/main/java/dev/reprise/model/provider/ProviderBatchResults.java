package dev.reprise.model.provider;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.model.ModelReply;
import dev.reprise.model.batch.BatchResult;
import dev.reprise.model.batch.ProviderBatchSubmission;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Matches the results of a batch with the requests of its submission, each at most once. Their
 * {@code custom_id} is the submission's id and the request's number. Tested by {@code
 * BatchModelContract}.
 */
public final class ProviderBatchResults implements BatchHttp.LineReceiver {

  private static final System.Logger LOG = System.getLogger(ProviderBatchResults.class.getName());

  private final String provider;
  private final ProviderBatchSubmission submission;
  private final Reading reading;
  private final Consumer<BatchResult> receiver;
  private final BitSet seen = new BitSet();
  private final List<String> unmatched = new ArrayList<>();

  public ProviderBatchResults(
      String provider,
      ProviderBatchSubmission submission,
      Reading reading,
      Consumer<BatchResult> receiver) {
    this.provider = provider;
    this.submission = submission;
    this.reading = reading;
    this.receiver = receiver;
  }

  /** Reads the reply of a line, or the fault that there is instead. */
  public interface Reading {
    ModelReply reply(JsonNode line) throws FaultException;
  }

  /** Returns the id of a request: letters, digits and '-', as all providers allow. */
  public static String customId(UUID submission, int number) {
    return prefix(submission) + number;
  }

  /** Returns whether a result, or the text of one, is of a submission. */
  public static boolean isOf(UUID submission, String customId) {
    return customId.contains(prefix(submission));
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

  @Override
  public boolean take(JsonNode line) {
    int number = number(line.path("custom_id").asText());
    if (number == 0) {
      LOG.log(
          WARNING,
          "model provider '%s' sent a result of submission %s that no request asked for; it is ignored"
              .formatted(provider, submission.id()));
    } else {
      pass(result(number, line));
    }
    return true;
  }

  /** Which request it is of may be readable all the same. */
  @Override
  public boolean takeUnreadable(int number, String text, String why) {
    String what =
        "line %d of the results of model provider '%s' is %s".formatted(number, provider, why);
    Matcher id = Pattern.compile(prefix(submission.id()) + "[1-9]\\d{0,8}").matcher(text);
    int request = id.find() ? number(id.group()) : 0;
    if (request == 0) {
      unmatched.add(what);
    } else {
      pass(new BatchResult.Unreadable(request, what));
    }
    return true;
  }

  /** Ends the results: a line that cannot be matched may be of any request without a result. */
  public void end() {
    for (int number = 1; !unmatched.isEmpty() && number <= submission.requests(); number++) {
      pass(new BatchResult.Unreadable(number, unmatched.getFirst()));
    }
  }

  private void pass(BatchResult result) {
    if (!seen.get(result.number())) {
      seen.set(result.number());
      receiver.accept(result);
    }
  }

  private BatchResult result(int number, JsonNode line) {
    try {
      return new BatchResult.Replied(number, reading.reply(line));
    } catch (FaultException e) {
      return new BatchResult.Failed(number, e.fault());
    } catch (IllegalArgumentException e) {
      return new BatchResult.Unreadable(
          number, "the reply of model provider '%s' is %s".formatted(provider, e.getMessage()));
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

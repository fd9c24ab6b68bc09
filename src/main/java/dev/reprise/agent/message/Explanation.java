package dev.reprise.agent.message;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an English sentence for people says, as a code with parameters, so that a client can say it
 * in another language. It is beside the sentence and never replaces it: a client that does not know
 * the code shows the sentence.
 *
 * @param code one of {@link Code}, or of a later version
 * @param parameters what the sentence names, by name: amounts in plain decimal notation, times in
 *     ISO 8601 in UTC, several names separated by a comma and a space; what is not known is absent.
 *     Ids of calls are the only words of a model among them
 */
public record Explanation(String code, SortedMap<String, String> parameters) {

  public Explanation {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }

  /** What is explained, with the names of the parameters. */
  public enum Code {
    /** {@code calls} wait for an approval; {@code until} if that is limited. */
    CALLS_NEED_APPROVAL,
    /** {@code calls} wait for an answer; {@code until} if that is limited. */
    CALLS_NEED_ANSWER,
    /** The outcome of {@code calls} is not known. */
    OUTCOME_UNKNOWN,
    /** Child runs answer {@code calls}. */
    CHILD_RUNS_WORK,
    /** Decisions that came while the run was at work are taken first. */
    DECISIONS_ARE_TAKEN,
    /** No decision about {@code calls} came in time. */
    APPROVAL_EXPIRED,
    /** Nothing new since {@code iteration}, {@code times} in a row. */
    LOOP,
    /** The run continues at {@code until}. */
    TIME,
    /** The model is asked again at {@code until}. */
    MODEL_RETRY,
    /** {@code calls} are made again at {@code until}. */
    CALL_RETRY,
    /** Tools are asked again at {@code until} what became of {@code calls}. */
    INQUIRY_RETRY,
    /** The server has not what the run needs: {@code names}. */
    NOT_ON_THIS_SERVER,
    /**
     * The next call would cross the limit {@code kind} of {@code limit}, of which {@code spent} are
     * used; it needs {@code needed}, which is not known if {@code model} has no price. It begins
     * again at {@code until}, if ever.
     */
    LIMIT_REACHED,
    /**
     * The next model call needs {@code needed} USD, which is not known if {@code model} has no
     * price, and from {@code limit} on people decide.
     */
    MODEL_CALL_NEEDS_APPROVAL,
    /** An operator stopped the job of the run. */
    JOB_STOPPED,
    /** The agent requires an approval of the tool. */
    REQUIRED_BY_AGENT,
    /** The server's policy requires an approval of the tool. */
    REQUIRED_BY_POLICY,
    /**
     * The call costs {@code needed} of {@code currency}, and from {@code limit} USD people decide.
     */
    COST_NEEDS_APPROVAL,
    /** The call rebuilds something as a whole. */
    REBUILDS,
    /** The call is for {@code count} items, and above {@code most} people decide. */
    MANY_ITEMS,
    /** The call is not made, and the model is told the reason. */
    MODEL_IS_TOLD,
    /**
     * The call is not made, and the run pauses; once it is resumed, the model is told the reason.
     */
    PAUSES_THEN_MODEL_IS_TOLD,
    /** The run pauses, and asks again once it is resumed. */
    PAUSES_THEN_ASKS_AGAIN,
    /** The run stays paused, and asks again once it is resumed. */
    STAYS_PAUSED,
    /** The API key {@code by} cannot approve it, because a person must. */
    APPROVER_IS_KEY,
    /** {@code by} cannot approve it, because it is of {@code parties}. */
    APPROVER_IS_PARTY,
    /** {@code by} counts as {@code before}, who has approved it. */
    APPROVER_COUNTED_BEFORE,
    /** Only {@code by}, who submitted it, and operators may direct it. */
    OF_ANOTHER_SUBMITTER,
    /** Only {@code by}, who paused the run, and operators let it continue. */
    PAUSED_BY_ANOTHER,
    /** An approver must decide about the model call that the run waits for. */
    NEEDS_MODEL_CALL_DECISION,
    /** Only operators let a run continue that has reached its limit {@code kind}. */
    NEEDS_HIGHER_LIMIT,
    /** The value must be there. */
    REQUIRED,
    /** The value must have from {@code min} to {@code max} characters or entries. */
    SIZE,
    /** The value must have at most {@code max} characters or entries. */
    SIZE_AT_MOST,
    /** The value must be at least {@code value}. */
    AT_LEAST,
    /** The value must be at most {@code value}. */
    AT_MOST;

    /** Returns the code as it is recorded, for example {@code limit-reached}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns an explanation without parameters. */
    public Explanation alone() {
      return new Explanation(text(), new TreeMap<>());
    }

    public Explanation with(String name, Object value) {
      return alone().with(name, value);
    }
  }

  /** Returns an explanation with one more parameter: a text, a number, a time, or several. */
  public Explanation with(String name, Object value) {
    var more = new TreeMap<>(parameters);
    more.put(name, text(value));
    return new Explanation(code, more);
  }

  private static String text(Object value) {
    return switch (value) {
      case BigDecimal amount -> amount.toPlainString();
      case Instant time -> time.toString();
      case List<?> several -> String.join(", ", several.stream().map(Object::toString).toList());
      default -> value.toString();
    };
  }
}

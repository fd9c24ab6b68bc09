package dev.reprise.run.approval;

import dev.reprise.agent.QuestionKind;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What people have said for a call: who has approved it, and under which terms they were asked.
 *
 * @param by different people, in the order of their approvals
 * @param assignee who alone may approve or answer it; empty if anyone may who has the right to
 * @param reminder the last one since people were asked
 */
public record Approval(
    ApprovalTerms terms,
    List<String> by,
    Optional<String> assignee,
    Optional<ReminderEvent.Kind> reminder) {

  /** Of a call about which people were not asked. */
  private static final Approval NONE = new Approval(ApprovalTerms.NONE, List.of());

  public Approval {
    by = List.copyOf(by);
  }

  /** Creates an approval that each person may give who has the right to. */
  public Approval(ApprovalTerms terms, List<String> by) {
    this(terms, by, Optional.empty(), Optional.empty());
  }

  /**
   * Returns the approval after an event about its call; empty as long as people have said nothing
   * and were not asked under any terms.
   */
  public static Optional<Approval> after(Optional<Approval> before, ToolCallEvent event) {
    Approval now = before.orElse(NONE);
    return switch (event) {
      case ToolCallEvent.Asked asked when asked.asking() == QuestionKind.APPROVAL ->
          Optional.of(now.asked(asked.terms()));
      case ToolCallEvent.Asked asked -> now.answering(asked.terms()).or(() -> before);
      case HumanInputEvent.Decided decided when decided.approved() ->
          Optional.of(now.with(decided.by()));
      case HumanInputEvent.Allowed allowed -> Optional.of(now.with(allowed.by()));
      case HumanInputEvent.Edited edited when edited.digest().isPresent() ->
          Optional.of(now.edited(edited)); // the approvals were of what it was
      case HumanInputEvent.Assigned assigned ->
          Optional.of(
              new Approval(now.terms, now.by, Optional.of(assigned.to()), Optional.empty()));
      case ReminderEvent reminder -> Optional.of(now.reminded(reminder.kind()));
      default -> before;
    };
  }

  private Approval edited(HumanInputEvent.Edited event) {
    return event.change().forAnother() ? voided() : voided().with(event.by());
  }

  /** Returns whether this person has approved. */
  public boolean isApprovedBy(Person person) {
    return by.stream().anyMatch(person::is);
  }

  private Approval reminded(ReminderEvent.Kind kind) {
    Optional<String> whose = kind == ReminderEvent.Kind.ESCALATION ? Optional.empty() : assignee;
    return new Approval(terms, by, whose, Optional.of(kind));
  }

  /** What a person said by changing the call counts under the same terms, and nothing else does. */
  private Approval asked(ApprovalTerms next) {
    boolean counts = !isGiven() && terms.digest().equals(next.digest());
    return new Approval(next, counts ? by : List.of());
  }

  /** A question for an answer changes only which run asks. */
  private Optional<Approval> answering(ApprovalTerms next) {
    return next.run().map(run -> new Approval(terms.in(run), by, assignee, reminder));
  }

  /** Each person counts once; where several must approve, an API key does not count. */
  private Approval with(String name) {
    var person = new Person(name);
    if (isApprovedBy(person) || (terms.quorum() > 1 && person.apiKey().isPresent())) {
      return this;
    }
    List<String> all = Stream.concat(by.stream(), Stream.of(name)).toList();
    return new Approval(terms, all, assignee, reminder);
  }

  /** Returns whether this person may say this of the call. Anyone may deny it or pass it on. */
  public boolean isOpenTo(HumanInputEvent input) {
    return switch (input) {
      case HumanInputEvent.Decided it when !it.approved() -> true;
      case HumanInputEvent.Assigned ignored -> true;
      case HumanInputEvent.Resolved ignored -> true;
      default -> assignee.map(new Person(input.by())::is).orElse(true);
    };
  }

  /** Returns the pause of the run that a decision brings with it, if it is a denial that does. */
  public Optional<ControlEvent.Paused> pauseAfter(HumanInputEvent decision) {
    return decision instanceof HumanInputEvent.Decided it
            && !it.approved()
            && terms.pausesIfDenied()
        ? Optional.of(new ControlEvent.Paused(it.by(), it.reason(), it.at()))
        : Optional.empty();
  }

  /** Returns whether as many people have approved as must. */
  public boolean isGiven() {
    return by.size() >= terms.quorum();
  }

  /**
   * Returns whether as many people have approved as must, and that holds under the terms of this
   * digest.
   */
  public boolean isGivenUnder(String now) {
    return isGiven() && terms.digest().filter(now::equals).isPresent();
  }

  /** Returns what is left if the approvals so far do not count any more. */
  public Approval voided() {
    return new Approval(terms, List.of());
  }
}

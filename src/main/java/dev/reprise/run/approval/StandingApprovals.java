package dev.reprise.run.approval;

import dev.reprise.agent.CallEstimate;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The standing approvals of a run, by tool. A later one for the same tool replaces the earlier.
 * Forks, imported runs and migrated runs have none.
 */
public record StandingApprovals(Map<String, StandingApproval> byTool) {

  public static final StandingApprovals NONE = new StandingApprovals(Map.of());

  public StandingApprovals {
    byTool = Map.copyOf(byTool);
  }

  /** Returns the standing approval of calls of a tool. */
  public Optional<StandingApproval> of(String tool) {
    return Optional.ofNullable(byTool.get(tool));
  }

  /**
   * Returns the standing approvals after an event about a call.
   *
   * @param approval of the call before the event
   */
  public StandingApprovals after(ToolCallEvent event, String tool, Optional<Approval> approval) {
    return switch (event) {
      case HumanInputEvent.Allowed allowed ->
          with(
              tool,
              new StandingApproval(
                  allowed.reference(),
                  approval.flatMap(it -> it.terms().digest()),
                  allowed.upTo()));
      case ToolCallEvent.Started started when started.allowedBy().isPresent() ->
          of(tool)
              .map(it -> with(tool, it.without(amount(started))))
              .orElse(this); // of the run that this one was forked from
      default -> this;
    };
  }

  /** Returns what an attempt was expected to cost. */
  public static BigDecimal amount(ToolCallEvent.Started started) {
    return started.estimate().map(CallEstimate::amount).orElse(BigDecimal.ZERO);
  }

  /** Returns what stands without the approvals that these people gave. */
  public StandingApprovals withoutThoseOf(Collection<String> people) {
    List<Person> named = people.stream().map(Person::new).toList();
    Map<String, StandingApproval> left = new HashMap<>(byTool);
    left.values().removeIf(it -> named.stream().anyMatch(person -> person.is(it.given().by())));
    return left.size() == byTool.size() ? this : new StandingApprovals(left);
  }

  private StandingApprovals with(String tool, StandingApproval standing) {
    Map<String, StandingApproval> next = new HashMap<>(byTool);
    next.put(tool, standing);
    return new StandingApprovals(next);
  }
}

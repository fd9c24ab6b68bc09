package dev.reprise.api.approval;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.api.budget.BudgetView;
import dev.reprise.api.control.ModelCallView;
import dev.reprise.api.control.OpenCalls;
import dev.reprise.api.control.ToolCallView;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.api.page.Paged;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** What waits for people, over all runs of a tenant. Tested by {@code InboxIT}. */
@Path("approvals")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class ApprovalsResource {

  private static final EnumSet<WaitReason> FOR_PEOPLE =
      Arrays.stream(WaitReason.values())
          .filter(reason -> reason.end() == WaitReason.End.PERSON)
          .collect(Collectors.toCollection(() -> EnumSet.of(WaitReason.BUDGET))); // of PAUSED runs

  /** After this time a page ends, because each of its runs may have a long record. */
  private static final Duration READING = Duration.ofSeconds(2);

  @Inject Caller caller;
  @Inject Clock clock;
  @Inject Runs runs;
  @Inject OpenCalls calls;

  /**
   * A run that waits for a person, or paused because no decision came in time or a limit of
   * spending was reached.
   *
   * @param status {@code WAITING}, or {@code PAUSED}: then {@code :resume} continues it
   * @param waitingFor what it waits for first; calls may wait for something else too
   * @param since when it began to wait
   * @param needs what it needs of people
   */
  public record InboxItem(
      UUID run,
      String agent,
      String submittedBy,
      RunStatus status,
      String waitingFor,
      Instant since,
      @JsonUnwrapped Needs needs) {}

  /**
   * What a run needs of people; nothing if another server alone can read its record.
   *
   * @param budget what it may spend; absent if nothing limits it
   * @param modelCall the model call that it paused for; absent if it paused for none
   * @param calls the calls of tools that wait for a person
   */
  public record Needs(
      Optional<BudgetView> budget, Optional<ModelCallView> modelCall, List<ToolCallView> calls) {
    public Needs {
      calls = List.copyOf(calls);
    }
  }

  /**
   * A page of runs that wait for people, the longest waiting first.
   *
   * @param counts how many runs wait, by what they wait for, whatever the filter
   * @param nextCursor requests the next page; absent on the last one
   */
  public record Inbox(List<InboxItem> items, Map<String, Long> counts, Optional<String> nextCursor)
      implements Paged {
    public Inbox {
      items = List.copyOf(items);
      counts = Map.copyOf(counts);
    }
  }

  @GET
  @Operation(
      summary = "List the runs that wait for people, the longest waiting first",
      description =
          "Each item has the calls to approve, deny, answer or resolve, with what a decision about"
              + " them must name. A run that waits for loop or migration has none. A run whose status is PAUSED"
              + " paused because an approval expired or a budget was reached; :resume continues it, after a"
              + " budget by an operator. A page of runs with long records may be shorter than the limit.")
  public Inbox list(@BeanParam InboxQuery query, @BeanParam PageQuery page) {
    List<Run> found =
        runs.waitingForPeople(
            caller.tenant(),
            query.filter(FOR_PEOPLE, caller.name()),
            page.cursor().map(Cursor::place),
            page.limit() + 1);
    int most = Math.min(page.limit(), found.size());
    Instant end = clock.instant().plus(READING);
    List<InboxItem> items = new ArrayList<>();
    int read = 0;
    while (read < most && (read == 0 || clock.instant().isBefore(end))) {
      InboxItem item = item(found.get(read++));
      if (query.takes(item.needs(), caller.name())) {
        items.add(item);
      }
    }
    Map<String, Long> counts = runs.countWaitingForPeople(caller.tenant(), FOR_PEOPLE);
    return new Inbox(items, counts, Page.of(found, read, Cursor::afterWaiting).nextCursor());
  }

  private InboxItem item(Run run) {
    OpenCalls.Needs needs = runs.hasRecord(run) ? calls.ofPeople(run) : OpenCalls.Needs.NOTHING;
    return new InboxItem(
        run.id(),
        run.agent(),
        run.submittedBy(),
        run.status(),
        run.waitingFor().orElse(""),
        run.updatedAt(),
        new Needs(needs.budget(), needs.modelCall(), needs.calls()));
  }
}

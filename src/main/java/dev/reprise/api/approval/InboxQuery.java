package dev.reprise.api.approval;

import dev.reprise.api.control.ModelCallView;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.WaitReason;
import jakarta.ws.rs.QueryParam;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which runs that wait for people a client requests. */
public class InboxQuery {

  /** Stands for the person who asks. */
  private static final String ME = "me";

  @QueryParam("waitingFor")
  @Nullable String waitingFor;

  @QueryParam("agent")
  @Nullable String agent;

  @Parameter(description = "The person for whom the runs work; me for oneself")
  @QueryParam("submittedBy")
  @Nullable String submittedBy;

  @Parameter(
      description =
          "The person to whom a call was passed on, who alone can decide; me for oneself. A page may"
              + " then have fewer items than its limit although more follows.")
  @QueryParam("assignedTo")
  @Nullable String assignedTo;

  /**
   * Returns what the rows of the runs must say.
   *
   * @param reasons what runs can wait for
   * @param caller who asks
   */
  Runs.HumanWaits filter(Collection<WaitReason> reasons, String caller) {
    return new Runs.HumanWaits(
        waitingFor == null
            ? reasons
            : EnumSet.of(
                QueryParameters.oneOf("waitingFor", waitingFor, reasons, WaitReason::code)),
        Optional.ofNullable(agent),
        Optional.ofNullable(submittedBy).map(name -> person(name, caller)));
  }

  /** Returns whether a call is assigned as requested, which only the record of its run says. */
  boolean takes(ApprovalsResource.Needs needs, String caller) {
    return assignedTo == null
        || Stream.concat(
                needs.calls().stream().map(call -> call.question().assignedTo()),
                needs.modelCall().stream().map(ModelCallView::assignedTo))
            .flatMap(Optional::stream)
            .anyMatch(person(assignedTo, caller)::equals);
  }

  private static String person(String name, String caller) {
    return name.equals(ME) ? caller : name;
  }
}

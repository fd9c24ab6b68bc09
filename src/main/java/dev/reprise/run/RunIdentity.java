package dev.reprise.run;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.Role;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.run.state.RunState;
import java.util.Optional;
import java.util.UUID;

/**
 * The columns of a run's row that its record contains too: tenant, agent, workspace, the person for
 * whom it works, and its parent run. The row is not sealed, so no server relies on these columns
 * before it has compared both.
 *
 * @param agent the agent's name
 * @param agentVersion the content hash of the definition that the run pins
 * @param workspace the name of the directory tree given to the run
 * @param submitterRole the highest role of the person for whom the run works; empty if none is
 *     known
 * @param worksFor the run for which this one works, if it is a child run
 */
public record RunIdentity(
    String tenant,
    String agent,
    String agentVersion,
    String workspace,
    String submittedBy,
    Optional<Role> submitterRole,
    Optional<UUID> worksFor) {

  /**
   * Checks that the run's record agrees. A person whose role the record does not know is not
   * compared.
   *
   * @throws BrokenRecordException if the record differs; the exception names the column
   */
  void requireIn(UUID run, ReplayedRun record) {
    RunState state = record.state();
    var check = new Check(run);
    check.same("tenant", tenant, record.tenant());
    check.same("agent_version", agentVersion, state.assignment().agentVersion());
    check.same("agent", agent, state.agent().name());
    check.same("workspace", workspace, state.assignment().workspace());
    check.same("works_for", text(worksFor), text(state.delegation().map(Delegation::parent)));
    state
        .assignment()
        .submitter()
        .ifPresent(
            person -> {
              check.same("submitted_by", submittedBy, person.name());
              check.same("submitter_role", text(submitterRole), person.role().name());
            });
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse("");
  }

  private record Check(UUID run) {
    void same(String column, String row, String record) {
      if (!row.equals(record)) {
        throw new BrokenRecordException(run, column, row, record);
      }
    }
  }
}

package dev.reprise.run;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.Role;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.run.state.RunState;
import java.util.Optional;
import java.util.UUID;

/**
 * Whose run it is, of which agent, and where and for whom it works: what a run's row says that its
 * record says too. The row is not sealed, so none of this is believed before both were compared.
 *
 * @param agent its name
 * @param agentVersion content hash of the definition that the run keeps
 * @param workspace the name of the directory tree given to the run
 * @param submitterRole the highest role of the person for whom it is; empty if none is known
 * @param worksFor the run for which this one does something, if it does
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
   * Checks that the run's record says the same; what an older record leaves out is not compared.
   *
   * @throws BrokenRecordException if it says something else of one of them, and names that
   */
  void requireIn(UUID run, ReplayedRun record) {
    RunState state = record.state();
    var check = new Check(run);
    check.same("tenant", tenant, record.tenant());
    state
        .assignment()
        .agentVersion()
        .ifPresent(kept -> check.same("agent_version", agentVersion, kept));
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
